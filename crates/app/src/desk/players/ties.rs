//! What keeps a player from being erased.

use sideout_store::accounts::Belongings;

/// What keeps a player from being erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Bookings that have not ended: cancel them, or wait.
    GamesAhead(i64),
    /// A court is held at this moment: wait until the hold ends.
    Holds(i64),
    /// A requested payment may still be captured; wait until the server stops polling the provider for it.
    OpenBills(i64),
    /// Refunds that are not done: see the queue of refunds, and those that a desk still has to pay out.
    OpenRefunds(i64),
    /// Offers of a closure without an answer: answer for the player.
    OpenOffers(i64),
    /// Games that have begun and are not paid in full: take the money.
    Debt {
        /// The games.
        games: i64,
        /// What is due, in paise.
        paise: i64,
    },
}

impl Tie {
    /// Lists the ties of an account, by what belongs to it.
    pub(crate) fn list(has: &Belongings) -> Vec<Tie> {
        let ties = [
            (has.games_ahead > 0, Tie::GamesAhead(has.games_ahead)),
            (has.holds > 0, Tie::Holds(has.holds)),
            (has.open_bills > 0, Tie::OpenBills(has.open_bills)),
            // A booking that was paid and has an open offer is in `to_refund` as well; it is counted as an offer.
            (
                has.open_refunds > 0 || has.to_refund > has.open_offers,
                Tie::OpenRefunds(has.open_refunds.max(has.to_refund - has.open_offers)),
            ),
            (has.open_offers > 0, Tie::OpenOffers(has.open_offers)),
            (has.owing > 0, Tie::Debt { games: has.owing, paise: has.owed_paise }),
        ];
        ties.into_iter().filter_map(|(is_one, tie)| is_one.then_some(tie)).collect()
    }
}

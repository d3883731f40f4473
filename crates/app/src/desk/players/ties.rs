//! What keeps a player from being erased.

use sideout_store::accounts::Belongings;

/// What keeps a player from being erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// The number of bookings that have not ended.
    GamesAhead(i64),
    /// The number of held courts.
    Holds(i64),
    /// The number of requested payments that may still be captured.
    OpenBills(i64),
    /// The number of refunds that are not done.
    OpenRefunds(i64),
    /// The number of offers of closures without an answer.
    OpenOffers(i64),
    /// Games that have begun and are not paid in full.
    Debt {
        /// The number of games.
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

//! The groups by which reports count.

use crate::{
    ledger::{Account, LedgerEvent},
    named::named,
};

named! {
    /// A report, as its address names it.
    ReportName, "report" {
        /// What was sold of the open hours.
        Occupancy = "occupancy",
        /// What was taken and given back.
        Revenue = "revenue",
        /// Who did not come.
        NoShows = "no-shows",
        /// What was cancelled, and sold again.
        Cancellations = "cancellations",
        /// Which coupons were used.
        Coupons = "coupons",
        /// The free prime hours of the next days.
        PrimeHours = "prime-hours",
    }
}

named! {
    /// How long before the start of play something happened; what happened after the start counts as the shortest.
    TimeAhead, "time ahead" {
        /// Less than 2 hours.
        Within2Hours = "within_2_hours",
        /// From 2 to less than 24 hours.
        Within24Hours = "within_24_hours",
        /// From 1 to less than 3 days.
        Within3Days = "within_3_days",
        /// 3 days and more.
        Earlier = "earlier",
    }
}

named! {
    /// How a booking was made, and how it is paid.
    BookedHow, "way of booking" {
        /// By the player, paid online.
        AppOnline = "app_online",
        /// By the player, for payment at the court; or imported.
        AppCourt = "app_court",
        /// By staff.
        Desk = "desk",
    }
}

named! {
    /// Who cancelled a booking.
    CancelledBy, "canceller" {
        /// The player.
        Player = "player",
        /// Staff, for the player.
        Desk = "desk",
        /// The venue, by closing the court.
        Venue = "venue",
    }
}

named! {
    /// How the booking was made that the money is for.
    RevenueSource, "source of revenue" {
        /// Booked by the player, or imported and not paid then.
        App = "app",
        /// Booked by staff.
        Desk = "desk",
        /// Booked as one of a weekly series.
        Weekly = "weekly",
        /// Imported as paid.
        Imported = "imported",
    }
}

named! {
    /// How money was paid or given back.
    RevenueWay, "way of money" {
        /// Cash.
        Cash = "cash",
        /// UPI to the venue's own account.
        Upi = "upi",
        /// The card machine.
        Card = "card",
        /// A bank transfer.
        Bank = "bank",
        /// Through the payment provider, by QR codes at the desk as well.
        Online = "online",
        /// A booking that was imported as paid.
        Imported = "imported",
    }
}

impl RevenueWay {
    /// The account of the ledger that has this money.
    pub fn account(self) -> Account {
        match self {
            RevenueWay::Cash => Account::DeskCash,
            RevenueWay::Upi => Account::DeskUpi,
            RevenueWay::Card => Account::DeskCard,
            RevenueWay::Bank => Account::DeskBank,
            RevenueWay::Online => Account::Provider,
            RevenueWay::Imported => Account::Desk,
        }
    }

    /// The way of payment with this account; `None` for the other accounts. [`Account::Provider`] has lines that are no players'
    /// money as well (fees, payouts): leave them out by their event.
    pub fn of(account: Account) -> Option<Self> {
        Self::ALL.iter().copied().find(|way| way.account() == account)
    }
}

impl LedgerEvent {
    /// Whether reports count this under what was returned: money that went back to a player or, taking it off again, a refund that
    /// could not be sent.
    pub fn counts_as_returned(self) -> bool {
        matches!(
            self,
            LedgerEvent::RefundIssued
                | LedgerEvent::RefundFailed
                | LedgerEvent::RefundSentTwice
                | LedgerEvent::Returned
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_an_account_of_its_own() {
        let ways: Vec<_> = Account::ALL.iter().filter_map(|account| RevenueWay::of(*account)).collect();
        assert_eq!(ways.len(), RevenueWay::ALL.len());
        assert_eq!(RevenueWay::of(Account::Fees), None);
        assert_eq!(RevenueWay::of(Account::Players), None);
    }
}

//! What the report of a day says. It is stored as JSON with the closed day and does not change afterwards, except that the job
//! `forget_debtors` removes the names of players that earlier versions of the program stored.

use serde::{Deserialize, Serialize};

/// What the report of a day says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayFacts {
    /// The name of the venue.
    pub venue: String,
    /// The name of the person who closed the day; `None` if the program did.
    pub closed_by: Option<String>,
    /// Minutes of court time that were sold, change of players included.
    pub sold_minutes: i64,
    /// Minutes of court time within the opening hours, also without a price, less closed hours; and what was sold outside of them.
    pub open_minutes: i64,
    /// The number of games that were not cancelled.
    pub games: i64,
    /// The number of games that the players missed.
    pub no_shows: i64,
    /// The number of games that have begun without recorded attendance.
    pub unmarked: i64,
    /// The closures of the day.
    pub closures: Vec<ClosureFacts>,
    /// The money that was taken and given back.
    pub money: MoneyFacts,
    /// The part of `money` that was recorded within the time of the report. The rest belongs to the time of the report before, and was
    /// being recorded while that day was closed.
    pub recorded: MoneyFacts,
    /// The counts of the drawer that differed from the cash that was expected.
    pub differences: Vec<CountFacts>,
    /// How many counts of the drawer there were.
    pub counts: i64,
    /// Whether a member of staff kept the open shift, so that its cash was not counted.
    pub is_shift_open: bool,
    /// The number of payments to the venue's own UPI account that are not matched with the bank's list yet.
    pub to_match: i64,
    /// The games that were played and not paid, the largest amount first.
    pub unpaid: Vec<UnpaidFacts>,
}

/// A closure. If it no longer closes courts of the day, its hours and courts are those of the bookings that it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosureFacts {
    /// The minute of the venue's day from which on the courts are closed.
    pub from_minute: i64,
    /// The minute of that day at which the closure ends; 1440 is midnight.
    pub until_minute: i64,
    /// The number of closed courts; `None` means all of them.
    pub courts: Option<i64>,
    /// The reason.
    pub reason: String,
    /// How many bookings were cancelled by it, without those whose players got their court and hour back.
    pub ended: i64,
    /// For how many of these bookings money is given back.
    pub paid_back: i64,
}

/// The money that was taken and given back, by tender.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoneyFacts {
    /// Cash.
    pub cash: Flow,
    /// UPI to the venue's own account.
    pub upi: Flow,
    /// Cards at the desk.
    pub card: Flow,
    /// Bank transfers.
    pub bank: Flow,
    /// Through the payment provider.
    pub online: Flow,
}

/// The money that was taken and given back, in paise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// The sum taken, less what was voided. Negative if more was voided of earlier days than was taken.
    pub taken: i64,
    /// The sum given back.
    pub returned: i64,
}

impl Flow {
    fn combine(self, other: Flow, by: impl Fn(i64, i64) -> i64) -> Flow {
        Flow { taken: by(self.taken, other.taken), returned: by(self.returned, other.returned) }
    }
}

impl MoneyFacts {
    fn combine(&self, other: &MoneyFacts, by: impl Fn(i64, i64) -> i64 + Copy) -> MoneyFacts {
        MoneyFacts {
            cash: self.cash.combine(other.cash, by),
            upi: self.upi.combine(other.upi, by),
            card: self.card.combine(other.card, by),
            bank: self.bank.combine(other.bank, by),
            online: self.online.combine(other.online, by),
        }
    }

    /// The sum of these amounts and of `other`.
    #[must_use]
    pub fn plus(&self, other: &MoneyFacts) -> MoneyFacts {
        self.combine(other, |one, two| one + two)
    }

    /// These amounts less those of `other`.
    #[must_use]
    pub fn minus(&self, other: &MoneyFacts) -> MoneyFacts {
        self.combine(other, |one, two| one - two)
    }

    /// The sum given back by all tenders, in paise.
    pub fn returned(&self) -> i64 {
        [self.cash, self.upi, self.card, self.bank, self.online].iter().map(|flow| flow.returned).sum()
    }
}

/// A count of the drawer that differed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountFacts {
    /// The cash that was counted less the cash that was expected, in paise.
    pub difference: i64,
    /// The reason, in the words of the person who closed the shift; empty if there is none.
    pub reason: String,
}

/// A game that was played and not paid. It names no person, because it is not changed when a player is erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpaidFacts {
    /// The number of the booking; `None` in reports of earlier versions of the program, which did not store it.
    #[serde(default)]
    pub order: Option<i64>,
    /// The amount due, in paise.
    pub due: i64,
}

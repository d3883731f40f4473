//! The ranges of the operator's rules.

use std::ops::RangeInclusive;

/// A rule of the operator that is a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Seconds for which a court is held for a player who has not confirmed yet.
    HoldSeconds,
    /// Seconds for which a court is held from the moment a player begins to pay online.
    OnlineHoldSeconds,
    /// Unpaid bookings of one customer at a time.
    MaxOpenUnpaid,
    /// Strikes from which on a customer pays first; 0: never.
    MaxNoShows,
    /// Minutes before a game at which its player is reminded; 0: no reminder.
    ReminderMinutes,
    /// Minutes before the start until which a booking can be cancelled.
    CancelCutoffMinutes,
    /// The bank charge that is kept of a paid booking when its player cancels, in paise.
    BankChargePaise,
    /// The weekday on which refunds are issued, 1 (Monday) to 7.
    RefundWeekday,
    /// The minute of that day from which on they are issued.
    RefundMinute,
    /// Youngest age at sign-up, in years.
    MinAge,
    /// The rate of GST in hundredths of a percent.
    GstRate,
}

impl Rule {
    /// The allowed values.
    pub fn range(self) -> RangeInclusive<i64> {
        match self {
            Rule::HoldSeconds => 30..=86_400,
            Rule::OnlineHoldSeconds => 300..=86_400,
            Rule::MaxOpenUnpaid => 1..=u32::MAX.into(),
            Rule::MaxNoShows => 0..=u32::MAX.into(),
            Rule::ReminderMinutes => 0..=2_880,
            Rule::CancelCutoffMinutes => 0..=43_200,
            Rule::BankChargePaise => 0..=1_000_000,
            Rule::RefundWeekday => 1..=7,
            Rule::RefundMinute => 0..=1_439,
            Rule::MinAge => 1..=100,
            Rule::GstRate => 0..=5_000,
        }
    }

    /// Whether `value` is allowed.
    pub fn allows(self, value: impl Into<i64>) -> bool {
        self.range().contains(&value.into())
    }
}

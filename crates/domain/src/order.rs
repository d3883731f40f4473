//! Orders: their numbers, their states with the allowed transitions, and what they cost and give back.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, civil::Date};

use crate::{
    BlockId, CouponId, CourtId, CustomerId, SportId, StaffId, VenueId,
    cancellation::CancellationPolicy,
    claim::{CourtTime, Slot},
    closure_offer::RunningGames,
    money::Money,
    named::named,
    slot::{StartTime, touched_days},
    venue::CourtType,
};

/// Players per booking (spec §9).
pub const PLAYERS: u32 = 4;

const FIRST_NUMBER: i64 = 1_000_000_000;
const LAST_NUMBER: i64 = 9_999_999_999;

/// The number of an order: ten digits, the first not zero; shown as `#4820193756`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OrderNumber(i64);

/// The text is not an order number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an order number has ten digits, like #4820193756")]
pub struct NotAnOrderNumber;

impl OrderNumber {
    /// The number of digits of an order number.
    pub const DIGITS: u32 = 10;

    /// The numbers are drawn from this many ranges of equal size, one for each [`OrderNumber::RANGE_DAYS`] days, in turn.
    pub const RANGES: i64 = 128;

    /// How many numbers a range has.
    pub const NUMBERS_IN_RANGE: u64 = 70_312_500;

    /// For how many days numbers are drawn from the same range.
    pub const RANGE_DAYS: i64 = 30;

    /// The number at `place` (below [`OrderNumber::NUMBERS_IN_RANGE`]) of the range in use at `now`.
    ///
    /// Orders of the same weeks have neighbouring numbers, so that their rows are neighbours in tables and indexes by order
    /// number. The range is used again after 128 × 30 days, about ten and a half years. The number may be in use.
    #[must_use]
    pub fn at_place(now: Timestamp, place: u64) -> Self {
        let days = now.as_second().div_euclid(24 * 60 * 60);
        let range = days.div_euclid(Self::RANGE_DAYS).rem_euclid(Self::RANGES);
        let place = i64::try_from(place % Self::NUMBERS_IN_RANGE).unwrap_or(0);
        OrderNumber(FIRST_NUMBER + range * Self::NUMBERS_IN_RANGE.cast_signed() + place)
    }

    /// The number itself, as the database stores it.
    pub const fn value(self) -> i64 {
        self.0
    }
}

impl TryFrom<i64> for OrderNumber {
    type Error = NotAnOrderNumber;

    fn try_from(value: i64) -> Result<Self, NotAnOrderNumber> {
        (FIRST_NUMBER..=LAST_NUMBER).contains(&value).then_some(OrderNumber(value)).ok_or(NotAnOrderNumber)
    }
}

/// Reads `4820193756` and `#4820193756`.
impl FromStr for OrderNumber {
    type Err = NotAnOrderNumber;

    fn from_str(text: &str) -> Result<Self, NotAnOrderNumber> {
        let digits = text.trim();
        let digits = digits.strip_prefix('#').unwrap_or(digits);
        if digits.len() != Self::DIGITS as usize || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotAnOrderNumber);
        }
        digits.parse::<i64>().map_err(|_| NotAnOrderNumber)?.try_into()
    }
}

/// The ten digits, without `#`.
impl fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

named! {
    /// The status of an order.
    OrderStatus, "order status" {
        /// The court is kept for the player for some minutes.
        Held = "held",
        /// The court is booked.
        Confirmed = "confirmed",
        /// Paid and cancelled; the refund is not issued yet, or the player has not answered the offer of a closure.
        CancelRequested = "cancel_requested",
        /// Cancelled, and no refund waits to be issued for the first time.
        Cancelled = "cancelled",
        /// The player gave the hold up.
        Released = "released",
        /// The hold expired, or the venue closed its court.
        Expired = "expired",
        /// The player did not come.
        NoShow = "no_show",
        /// Played.
        Completed = "completed",
    }
}

named! {
    /// How an order is paid.
    PaymentMethod, "payment method" {
        /// At the desk.
        Court = "court",
        /// Through the payment provider.
        Online = "online",
    }
}

named! {
    /// Why orders belong together.
    GroupKind, "kind of group" {
        /// Several courts or hours that a player chose together. Not written yet.
        Basket = "basket",
        /// Several courts or hours of one day, booked at a desk.
        Group = "group",
        /// The same hour in several weeks.
        Series = "series",
    }
}

impl OrderStatus {
    /// Whether an order may change from this status to `next`. Only forward (spec §4, docs/DATABASE.md); an expired
    /// hold can still become a booking if its money comes late and a court is available, and staff may correct whether
    /// a game of a closed day was played or missed (suite `order_transitions`).
    pub fn may_become(self, next: OrderStatus) -> bool {
        use OrderStatus::{
            CancelRequested, Cancelled, Completed, Confirmed, Expired, Held, NoShow, Released,
        };
        matches!(
            (self, next),
            (Held, Confirmed | Released | Expired)
                | (Expired, Confirmed)
                | (Confirmed, CancelRequested | Cancelled | NoShow | Completed)
                | (CancelRequested, Cancelled)
                | (NoShow, Completed)
                | (Completed, NoShow)
        )
    }

    /// Whether an order with this status keeps its court.
    pub fn keeps_court(self) -> bool {
        matches!(
            self,
            OrderStatus::Held | OrderStatus::Confirmed | OrderStatus::NoShow | OrderStatus::Completed
        )
    }

    /// Whether the order ever became a booking.
    pub fn is_booking(self) -> bool {
        !matches!(self, OrderStatus::Held | OrderStatus::Released | OrderStatus::Expired)
    }
}

/// The amounts of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// What the court costs.
    pub price: Money,
    /// The discount of the coupon.
    pub discount: Money,
    /// What has been paid.
    pub paid: Money,
    /// The part of `paid` that was given back or is owed to the player.
    pub returned: Money,
}

impl Amounts {
    /// What the order costs in all.
    pub fn total(self) -> Money {
        self.price.less(self.discount)
    }

    /// What was paid and did not go back.
    pub fn kept(self) -> Money {
        self.paid.less(self.returned)
    }

    /// What is still to be paid: price − discount − paid + returned, at least zero.
    pub fn due(self) -> Money {
        self.total().less(self.kept())
    }

    /// What a desk still takes for an order with `status`: [`Amounts::due`] while it keeps its court, else nothing.
    pub fn due_at_desk(self, status: OrderStatus) -> Money {
        if status.keeps_court() { self.due() } else { Money::ZERO }
    }
}

/// The money of a booking that was cancelled, without what went back before because it was moved to cheaper hours.
#[derive(Debug, Clone, Copy)]
pub struct CancelledMoney {
    /// Whether the venue closed its court.
    pub is_closed: bool,
    /// Whether a member of staff cancelled it, or closed its court during the game and gave back only a part.
    pub is_by_staff: bool,
    /// What was paid.
    pub paid: Money,
    /// What went back or is owed back by refunds.
    pub approved: Money,
    /// The rules for cancelling it.
    pub policy: CancellationPolicy,
}

impl CancelledMoney {
    /// What the player gets back: what staff decided, the full amount if the venue closed the court, half if staff closed it during the
    /// game and gave back only a part, else all but the bank charge (spec §9).
    pub fn refund(self) -> Money {
        match (self.is_by_staff, self.is_closed) {
            (true, false) => self.approved,
            // INVARIANT: half is the only part that a closure gives back (test `a_game_that_has_begun_is_refunded_by_the_decided_share`).
            // Of what was imported as paid `approved` says nothing: the desk gives that back outside this program.
            (true, true) => RunningGames::Half.share_of(self.paid).unwrap_or(self.approved),
            (false, true) => self.paid,
            (false, false) => self.policy.refund(self.paid),
        }
    }
}

/// The hold of a customer, live or expired.
#[derive(Debug, Clone, Copy)]
pub struct Hold {
    /// The order that holds the court.
    pub number: OrderNumber,
    /// The held court and the start of play.
    pub slot: Slot,
    /// When it expires.
    pub held_until: Timestamp,
    /// The venue.
    pub venue: VenueId,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
}

impl Hold {
    /// The venue days whose availability it changes.
    pub fn days(&self) -> impl Iterator<Item = Date> + use<> {
        touched_days(self.day, self.start, self.slot_minutes)
    }
}

/// A hold that expired and now has the status `expired`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpiredHold {
    /// The order whose hold expired.
    pub number: OrderNumber,
    /// Its customer.
    pub customer: CustomerId,
    /// The venue.
    pub venue: VenueId,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
}

impl ExpiredHold {
    /// The venue days whose availability it changes.
    pub fn days(&self) -> impl Iterator<Item = Date> + use<> {
        touched_days(self.day, self.start, self.slot_minutes)
    }
}

/// An order with its customer, venue and court.
#[derive(Debug, Clone)]
pub struct Order {
    /// Its number.
    pub number: OrderNumber,
    /// Its customer.
    pub customer: CustomerId,
    /// The customer's name.
    pub customer_name: String,
    /// Its venue.
    pub venue: VenueId,
    /// The venue's name.
    pub venue_name: String,
    /// The venue's area.
    pub venue_location: String,
    /// The venue's address.
    pub venue_long_location: String,
    /// The venue's map link.
    pub venue_map_url: Option<String>,
    /// The venue's picture.
    pub venue_image: String,
    /// The court and the start of play.
    pub slot: Slot,
    /// The sport that is played on the court.
    pub sport: SportId,
    /// The number painted on the court.
    pub court_number: u16,
    /// The name players use for the court.
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes of play.
    pub play_minutes: u16,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
    /// How often it was moved to another court or time.
    pub moves: u32,
    /// Whether the court and its venue are still active.
    pub court_is_active: bool,
    /// The day of `starts_at` in the venue's current time zone; differs from `day` if the venue's zone was changed.
    pub current_day: Date,
    /// The status in the database. A hold may have expired since, see [`Order::status_at`].
    pub status: OrderStatus,
    /// What the court costs.
    pub price: Money,
    /// The discount of the coupon.
    pub discount: Money,
    /// The coupon used, with its code.
    pub coupon: Option<(CouponId, String)>,
    /// How it is paid, once that is decided.
    pub payment_method: Option<PaymentMethod>,
    /// What has been paid.
    pub paid: Money,
    /// The part of `paid` that was given back or is owed to the player.
    pub returned: Money,
    /// The part of `returned` that was given back because the booking was moved to a cheaper hour.
    pub returned_by_moves: Money,
    /// The rules for cancelling it.
    pub policy: CancellationPolicy,
    /// The instant until which the court is kept; set while the order is held.
    pub held_until: Option<Timestamp>,
    /// When the venue ended the hold by closing its court; `None` if it did not. Late money may have made it a booking since.
    pub hold_closed_at: Option<Timestamp>,
    /// When the order was made: when its court was held, or, if it was booked without a hold, when it was booked.
    pub created_at: Timestamp,
    /// When it became a booking.
    pub confirmed_at: Option<Timestamp>,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// Why it was cancelled.
    pub cancel_reason: Option<String>,
    /// The member of staff who cancelled it at the desk, or closed its court during the game and gave back only a part
    /// of what was paid; `None` otherwise.
    pub cancelled_by: Option<StaffId>,
    /// The closure that cancelled the order; `None` if none did.
    pub closed_by: Option<BlockId>,
    /// The court the player had held, and its name, if late money booked the present one because that one was no
    /// longer free.
    pub moved_from: Option<(CourtId, String)>,
}

impl Order {
    /// The venue days whose availability it changes.
    pub fn days(&self) -> impl Iterator<Item = Date> + use<> {
        let moved = (self.current_day != self.day).then_some(self.current_day);
        touched_days(self.day, self.start, self.slot_minutes).chain(moved)
    }

    /// The time for which its court is claimed.
    pub fn time(&self) -> CourtTime {
        self.slot.lasting(self.slot_minutes)
    }

    /// Its amounts.
    pub fn amounts(&self) -> Amounts {
        Amounts { price: self.price, discount: self.discount, paid: self.paid, returned: self.returned }
    }

    /// The amount the order costs in all.
    pub fn total(&self) -> Money {
        self.amounts().total()
    }

    /// What is still to be paid of it.
    pub fn due(&self) -> Money {
        self.amounts().due()
    }

    /// What was paid and did not go back.
    pub fn kept(&self) -> Money {
        self.amounts().kept()
    }

    /// What was paid without what went back when it was moved to cheaper hours. A cancellation does not change it.
    pub fn paid_without_moves(&self) -> Money {
        self.paid.less(self.returned_by_moves)
    }

    /// The refund for a cancelled booking, as [`CancelledMoney::refund`].
    pub fn refund(&self) -> Money {
        let ended = CancelledMoney {
            is_closed: self.closed_by.is_some(),
            is_by_staff: self.cancelled_by.is_some(),
            paid: self.paid_without_moves(),
            approved: self.returned.less(self.returned_by_moves),
            policy: self.policy,
        };
        ended.refund()
    }

    /// Whether it is a hold that the venue ended by closing its court, and no booking since.
    pub fn is_closed_hold(&self) -> bool {
        self.status == OrderStatus::Expired && self.hold_closed_at.is_some()
    }

    /// The status at `now`: an expired hold counts as expired before a job sets that status.
    pub fn status_at(&self, now: Timestamp) -> OrderStatus {
        match (self.status, self.held_until) {
            (OrderStatus::Held, Some(until)) if until <= now => OrderStatus::Expired,
            (status, _) => status,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn order_numbers_are_read_with_and_without_a_number_sign() {
        let number = OrderNumber::try_from(4_820_193_756).unwrap();
        for text in ["4820193756", "#4820193756", " #4820193756 "] {
            assert_eq!(text.parse(), Ok(number));
        }
        for text in
            ["", "#", "0820193756", "482019375", "48201937560", "##4820193756", "+482019375", "४८२०१९३७५६"]
        {
            assert_eq!(text.parse::<OrderNumber>(), Err(NotAnOrderNumber), "{text}");
        }
    }

    #[test]
    fn numbers_of_the_same_month_are_neighbours_and_all_ranges_together_are_all_numbers() {
        let days_after = |days: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * days);
        let cycle = OrderNumber::RANGE_DAYS * OrderNumber::RANGES;
        let highest = OrderNumber::NUMBERS_IN_RANGE - 1;
        let first_of = |day| OrderNumber::at_place(days_after(day), 0).value();
        assert_eq!(first_of(0), FIRST_NUMBER);
        assert_eq!(first_of(29), first_of(0));
        assert_eq!(first_of(30), first_of(0) + 70_312_500);
        assert_eq!(OrderNumber::at_place(days_after(cycle - 1), highest).value(), LAST_NUMBER);
        assert_eq!(first_of(cycle), FIRST_NUMBER, "the first range is used again");
        assert_eq!(first_of(-1), LAST_NUMBER - 70_312_499, "before 1970");
        assert_eq!(
            OrderNumber::at_place(days_after(0), u64::MAX),
            OrderNumber::at_place(days_after(0), u64::MAX % 70_312_500),
            "a place beyond the range is taken within it"
        );
    }

    #[test]
    fn states_only_move_forward_and_only_the_outcome_of_a_game_is_corrected() {
        let reach = |from: OrderStatus| OrderStatus::ALL.iter().filter(|to| from.may_become(**to)).count();
        assert_eq!(OrderStatus::ALL.iter().map(|s| reach(*s)).collect::<Vec<_>>(), [3, 4, 1, 0, 0, 1, 1, 1]);
        for from in OrderStatus::ALL {
            for to in OrderStatus::ALL {
                let is_outcome =
                    |status: &OrderStatus| matches!(status, OrderStatus::NoShow | OrderStatus::Completed);
                let both_ways = from.may_become(*to) && to.may_become(*from);
                assert_eq!(both_ways, from != to && is_outcome(from) && is_outcome(to), "{from} and {to}");
            }
        }
    }

    #[test]
    fn what_is_due_is_what_was_not_paid_or_went_back_and_nothing_after_a_cancellation() {
        let amounts = |paid, returned| Amounts {
            price: Money::from_rupees(1_000),
            discount: Money::from_rupees(150),
            paid: Money::from_rupees(paid),
            returned: Money::from_rupees(returned),
        };
        let due = |paid, returned, status| amounts(paid, returned).due_at_desk(status);
        assert_eq!(due(0, 0, OrderStatus::Confirmed), Money::from_rupees(850));
        assert_eq!(due(500, 0, OrderStatus::Confirmed), Money::from_rupees(350));
        assert_eq!(due(850, 0, OrderStatus::Completed), Money::ZERO);
        assert_eq!(due(850, 200, OrderStatus::Confirmed), Money::from_rupees(200));
        assert_eq!(due(0, 0, OrderStatus::NoShow), Money::from_rupees(850));
        for status in [OrderStatus::CancelRequested, OrderStatus::Cancelled] {
            assert_eq!(due(850, 820, status), Money::ZERO, "{status}");
        }
    }

    #[test]
    fn the_names_of_the_statuses_are_read_back() {
        for status in OrderStatus::ALL {
            assert_eq!(status.name().parse(), Ok(*status));
        }
    }
}

//! Orders: their numbers, their states, and the allowed transitions.

use std::{fmt, str::FromStr};

use crate::named::named;

/// Players per booking (spec §9).
pub const PLAYERS: u32 = 4;

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

    /// The number itself, as the database stores it.
    pub const fn value(self) -> i64 {
        self.0
    }
}

impl TryFrom<i64> for OrderNumber {
    type Error = NotAnOrderNumber;

    fn try_from(value: i64) -> Result<Self, NotAnOrderNumber> {
        (1_000_000_000..10_000_000_000).contains(&value).then_some(OrderNumber(value)).ok_or(NotAnOrderNumber)
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
        /// Paid and cancelled; the refund is not issued yet. The court is already free.
        CancelRequested = "cancel_requested",
        /// Cancelled, and no refund is pending.
        Cancelled = "cancelled",
        /// The player closed the confirm window.
        Released = "released",
        /// The hold expired.
        Expired = "expired",
        /// The player did not come; set by staff.
        NoShow = "no_show",
        /// Played; set by staff.
        Completed = "completed",
    }
}

named! {
    /// How the player chose to pay.
    PaymentMethod, "payment method" {
        /// At the desk, in cash or by UPI.
        Court = "court",
        /// Through the payment provider, before the game.
        Online = "online",
    }
}

impl OrderStatus {
    /// Whether an order may change from this status to `next`. Only forward (spec §4, docs/DATABASE.md); an expired
    /// hold can still become a booking if its money comes late and a court is available.
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
        )
    }

    /// Whether the order keeps its court from others.
    pub fn keeps_court(self) -> bool {
        matches!(
            self,
            OrderStatus::Held | OrderStatus::Confirmed | OrderStatus::NoShow | OrderStatus::Completed
        )
    }

    /// Whether the order ever became a booking and so is in the player's history.
    pub fn is_booking(self) -> bool {
        !matches!(self, OrderStatus::Held | OrderStatus::Released | OrderStatus::Expired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_numbers_are_read_with_and_without_hash() {
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
    fn states_only_move_forward_and_the_end_is_the_end() {
        let reach = |from: OrderStatus| OrderStatus::ALL.iter().filter(|to| from.may_become(**to)).count();
        assert_eq!(OrderStatus::ALL.iter().map(|s| reach(*s)).collect::<Vec<_>>(), [3, 4, 1, 0, 0, 1, 0, 0]);
        for from in OrderStatus::ALL {
            for to in OrderStatus::ALL {
                assert!(!(from.may_become(*to) && to.may_become(*from)), "{from} and {to} form a circle");
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for status in OrderStatus::ALL {
            assert_eq!(status.name().parse(), Ok(*status));
        }
    }
}

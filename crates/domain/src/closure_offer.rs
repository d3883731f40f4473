//! What a player whose court was closed is offered: another hour, or the money back.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};

use crate::{money::Money, named::named, order::Amounts, refund::LEAST_REFUND};

/// Days after the closed game on which another hour is offered.
const OFFERED_DAYS: i32 = 14;

/// The days on which another hour is offered for a closed game: its own day and the 14 days after it.
pub fn offered_days(day: Date) -> RangeInclusive<Date> {
    day..=day.checked_add(OFFERED_DAYS.days()).unwrap_or(Date::MAX)
}

/// The days of [`offered_days`] after the day of the closed game.
pub fn later_offered_days(day: Date) -> impl Iterator<Item = Date> {
    (1..=OFFERED_DAYS).map_while(move |later| day.checked_add(later.days()).ok())
}

named! {
    /// What became of an offer.
    OfferState, "offer state" {
        /// The player has not answered.
        Open = "open",
        /// Another booking took the place of the closed game.
        Moved = "moved",
        /// The player, or a member of staff for them, chose the money.
        Refunded = "refunded",
        /// The time to answer ended without an answer.
        Expired = "expired",
    }
}

named! {
    /// What the players of a game that has begun get back when its court is closed.
    RunningGames, "refund of running games" {
        /// All that was paid.
        All = "all",
        /// Half of it.
        Half = "half",
        /// Nothing: the game counts as played.
        Nothing = "nothing",
    }
}

impl serde::Serialize for RunningGames {
    /// Its name, as in the settings.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> serde::Deserialize<'de> for RunningGames {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(|_| {
            serde::de::Error::custom(format!(
                "'{name}' is not a part of what was paid; write all, half or nothing"
            ))
        })
    }
}

impl RunningGames {
    /// The part of `kept` that goes back; half a paisa is rounded up, in favour of the player. `None` if the game counts
    /// as played.
    pub fn share_of(self, kept: Money) -> Option<Money> {
        match self {
            RunningGames::All => Some(kept),
            RunningGames::Half => Some(Money::from_paise((kept.paise() + 1) / 2)),
            RunningGames::Nothing => None,
        }
    }
}

named! {
    /// Why the desk closes courts.
    ClosureCause, "cause of a closure" {
        /// It rains.
        Rain = "rain",
        /// The courts are wet.
        WetCourt = "wet_court",
        /// The power failed.
        Power = "power",
        /// The lights failed.
        Lights = "lights",
        /// Something else, which staff write down.
        Other = "other",
    }
}

impl ClosureCause {
    /// What players read as the reason; `None` for what staff write down.
    pub fn text(self) -> Option<&'static str> {
        match self {
            ClosureCause::Rain => Some("Rain"),
            ClosureCause::WetCourt => Some("Wet court"),
            ClosureCause::Power => Some("Power failure"),
            ClosureCause::Lights => Some("Lights failed"),
            ClosureCause::Other => None,
        }
    }
}

/// What a booking costs at the court and hour that its player chooses instead of a closed court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedPrice {
    /// The price of the new booking before the discount: that of the new slot, or more if what was paid above it cannot go back.
    pub price: Money,
    /// The discount of the coupon there.
    pub discount: Money,
    /// What is still to be paid.
    pub due: Money,
    /// What goes back to the player.
    pub back: Money,
}

impl CarriedPrice {
    /// The price of a slot that costs `price`, for a booking with the amounts `lost`; `refundable` is the part of its
    /// payments that can still go back.
    ///
    /// The discount stays what it was, but never more than the price. What was paid above the new price goes back; if it is below
    /// the smallest refund ([`LEAST_REFUND`]) or above `refundable`, the new booking costs what was paid.
    pub fn of(lost: Amounts, refundable: Money, price: Money) -> Self {
        let kept = lost.kept();
        let discount = lost.discount.min(price);
        let too_much = kept.less(price.less(discount));
        if too_much == Money::ZERO {
            let due = price.less(discount).less(kept);
            return CarriedPrice { price, discount, due, back: Money::ZERO };
        }
        if too_much >= LEAST_REFUND && refundable >= too_much {
            return CarriedPrice { price, discount, due: Money::ZERO, back: too_much };
        }
        CarriedPrice { price: kept.plus(discount), discount, due: Money::ZERO, back: Money::ZERO }
    }

    /// What the booking costs there in all.
    pub fn total(self) -> Money {
        self.price.less(self.discount)
    }
}

/// The instant until which a player who is told at `now` can answer: `hours` later.
pub fn answer_until(now: Timestamp, hours: u32) -> Timestamp {
    now.checked_add(SignedDuration::from_hours(hours.into())).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn half_of_what_was_paid_for_a_running_game_goes_back_rounded_up_to_a_paisa() {
        let share = |games: RunningGames, paise| games.share_of(Money::from_paise(paise)).map(Money::paise);
        assert_eq!(share(RunningGames::All, 100_001), Some(100_001));
        assert_eq!(share(RunningGames::Half, 100_001), Some(50_001));
        assert_eq!(share(RunningGames::Half, 0), Some(0));
        assert_eq!(share(RunningGames::Nothing, 100_000), None);
    }

    #[test]
    fn a_dearer_slot_is_due_at_the_desk_and_what_a_cheaper_one_leaves_goes_back() {
        let lost = |paid: i64, discount: i64| Amounts {
            price: Money::from_rupees(1_000),
            discount: Money::from_rupees(discount),
            paid: Money::from_rupees(paid),
            returned: Money::ZERO,
        };
        let rupees = |price: CarriedPrice| [price.total(), price.due, price.back].map(|m| m.paise() / 100);
        let of = |lost: Amounts, price| CarriedPrice::of(lost, lost.kept(), Money::from_rupees(price));
        assert_eq!(rupees(of(lost(1_000, 0), 1_100)), [1_100, 100, 0]);
        assert_eq!(rupees(of(lost(1_000, 0), 900)), [900, 0, 100]);
        assert_eq!(rupees(of(lost(0, 0), 900)), [900, 900, 0], "not paid");
        assert_eq!(rupees(of(lost(900, 100), 1_000)), [900, 0, 0], "the coupon stays");
        assert_eq!(rupees(of(lost(0, 100), 50)), [0, 0, 0], "a discount never exceeds the price");
    }

    #[test]
    fn what_cannot_go_back_stays_paid() {
        let lost = Amounts {
            price: Money::from_paise(80_050),
            discount: Money::ZERO,
            paid: Money::from_paise(80_050),
            returned: Money::ZERO,
        };
        let small = CarriedPrice::of(lost, lost.kept(), Money::from_rupees(800));
        assert_eq!((small.total().paise(), small.due, small.back), (80_050, Money::ZERO, Money::ZERO));
        let unknown = CarriedPrice::of(lost, Money::ZERO, Money::from_rupees(500));
        assert_eq!((unknown.total().paise(), unknown.back), (80_050, Money::ZERO));
    }

    proptest::proptest! {
        #[test]
        fn what_was_paid_is_the_new_total_less_what_is_due_plus_what_goes_back(
            (price, discount, paid) in (0_i64..500_000).prop_flat_map(|price| {
                (Just(price), 0..=price).prop_flat_map(|(price, discount)| {
                    (Just(price), Just(discount), 0..=price - discount)
                })
            }),
            new_price in 0_i64..500_000,
        ) {
            let [price, discount, paid, new_price] = [price, discount, paid, new_price].map(Money::from_paise);
            let lost = Amounts { price, discount, paid, returned: Money::ZERO };
            let carried = CarriedPrice::of(lost, paid, new_price);
            prop_assert_eq!(carried.total().paise() - carried.due.paise() + carried.back.paise(), paid.paise());
            prop_assert!(carried.back == Money::ZERO || carried.back >= LEAST_REFUND);
            prop_assert!(carried.due == Money::ZERO || carried.back == Money::ZERO);
        }
    }

    #[test]
    fn a_player_can_answer_for_the_given_hours() {
        let now: Timestamp = "2026-11-22T12:54:00Z".parse().unwrap();
        assert_eq!(answer_until(now, 24).to_string(), "2026-11-23T12:54:00Z");
    }
}

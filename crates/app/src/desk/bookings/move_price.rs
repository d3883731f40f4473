//! What a booking costs at another court and hour, and what the desk may choose if that is another amount.

use serde::{Deserialize, Serialize};
use sideout_domain::{
    money::Money,
    order::{Amounts, Order},
    refund::{LEAST_REFUND, can_split_refund},
};
use sideout_store::{Coupons, Session, StoreError};

/// What becomes of a difference in price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PriceChoice {
    /// The new price; what is missing is due.
    Charge,
    /// A dearer hour costs what was agreed before; a cheaper one costs what is paid already.
    Keep,
    /// The new price; what was paid above it goes back.
    Refund,
}

/// What a booking costs now and what it would cost at another court and hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovePrice {
    /// The amounts now.
    pub before: Amounts,
    /// The price at the other court and hour.
    pub price: Money,
    /// The discount there.
    pub discount: Money,
    /// Whether the desks that took money for it can give back what is paid above the new price.
    is_refundable: bool,
}

/// The amounts that follow from a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DecidedPrice {
    pub(super) price: Money,
    pub(super) discount: Money,
    /// The amount that goes back to the player.
    pub(super) refund: Money,
}

impl MovePrice {
    /// The amounts `before`, the price and the discount at the other court and hour, and what each desk payment can still give
    /// back, the newest first.
    pub(super) fn new(before: Amounts, (price, discount): (Money, Money), refundable: &[Money]) -> Self {
        let mut new = MovePrice { before, price, discount, is_refundable: false };
        let too_much = new.paid_too_much();
        new.is_refundable = can_split_refund(too_much, refundable, LEAST_REFUND);
        new
    }

    /// What the booking would cost in all.
    pub fn total(&self) -> Money {
        self.price.less(self.discount)
    }

    /// How much more it would cost, in paise; negative if it would cost less.
    pub fn difference_paise(&self) -> i64 {
        self.total().paise() - self.before.total().paise()
    }

    /// What is paid above the new price.
    pub fn paid_too_much(&self) -> Money {
        self.before.kept().less(self.total())
    }

    /// What the desk may choose, the usual choice first. Empty if it costs the same.
    ///
    /// A move gives back neither money that came through the payment provider nor an amount with a part below the smallest refund:
    /// then the booking costs what was paid.
    pub fn choices(&self) -> Vec<PriceChoice> {
        use PriceChoice::{Charge, Keep, Refund};
        let too_much = self.paid_too_much();
        match self.difference_paise() {
            0 => vec![],
            1.. => vec![Charge, Keep],
            _ if too_much == Money::ZERO => vec![Charge],
            _ if self.is_refundable => vec![Refund, Keep],
            _ => vec![Keep],
        }
    }

    /// Whether `choice` sells the hour for less than the price rules say.
    pub(super) fn waives(&self, choice: Option<PriceChoice>) -> bool {
        choice == Some(PriceChoice::Keep) && self.difference_paise() > 0
    }

    /// The price, the discount and the refund that follow from one of [`MovePrice::choices`], or from `None` if those are empty.
    pub(super) fn decide(&self, choice: Option<PriceChoice>) -> DecidedPrice {
        let Amounts { price, discount, .. } = self.before;
        match choice {
            Some(PriceChoice::Keep) if self.difference_paise() > 0 => {
                DecidedPrice { price, discount, refund: Money::ZERO }
            }
            // The booking costs what was paid: the rest of the earlier price is not requested.
            Some(PriceChoice::Keep) => {
                let price = self.before.kept().plus(discount);
                DecidedPrice { price, discount, refund: Money::ZERO }
            }
            Some(PriceChoice::Refund) => {
                let refund = self.paid_too_much();
                DecidedPrice { price: self.price, discount: self.discount, refund }
            }
            Some(PriceChoice::Charge) | None => {
                DecidedPrice { price: self.price, discount: self.discount, refund: Money::ZERO }
            }
        }
    }
}

/// The discount of the booking's coupon on `price`: quoted again and at least what it was, but never more than the price.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn discount_at(
    tx: &mut dyn Session,
    order: &Order,
    price: Money,
) -> Result<Money, StoreError> {
    let kept = order.discount.min(price);
    let Some((_, code)) = &order.coupon else { return Ok(kept) };
    let Some(mut coupon) = Coupons(tx).find(code).await? else { return Ok(kept) };
    // The booking has used the coupon once already, when it was confirmed; its conditions were met then.
    coupon.used -= 1;
    coupon.is_active = true;
    let used_at = order.confirmed_at.unwrap_or(order.created_at);
    let used_before = Coupons(tx).count_uses(coupon.id, order.customer).await? - 1;
    let quoted = coupon.quote(price, order.venue, used_before, used_at).unwrap_or(Money::ZERO);
    Ok(kept.max(quoted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rupees(rupees: i64) -> Money {
        Money::from_rupees(rupees)
    }

    /// A booking of ₹1,000 with a discount of ₹100, of which this much is paid, moved to an hour of this price. These payments,
    /// the newest first, were taken at a desk.
    fn moved_to(paid: Money, price: Money, refundable: &[Money]) -> MovePrice {
        let before = Amounts { price: rupees(1_000), discount: rupees(100), paid, returned: Money::ZERO };
        MovePrice::new(before, (price, rupees(100)), refundable)
    }

    /// As [`moved_to`], in rupees and paid at a desk in one payment.
    fn moved(paid: i64, price: i64, refundable: i64) -> MovePrice {
        moved_to(rupees(paid), rupees(price), &[rupees(refundable)])
    }

    #[test]
    fn the_same_price_leaves_nothing_to_choose() {
        assert_eq!(moved(900, 1_000, 900).choices(), []);
    }

    #[test]
    fn a_dearer_hour_is_charged_or_left_at_the_earlier_price() {
        let dearer = moved(900, 1_200, 900);
        assert_eq!(dearer.choices(), [PriceChoice::Charge, PriceChoice::Keep]);
        assert!(dearer.waives(Some(PriceChoice::Keep)) && !dearer.waives(Some(PriceChoice::Charge)));
        let charged = dearer.decide(Some(PriceChoice::Charge));
        assert_eq!((charged.price, charged.refund), (rupees(1_200), Money::ZERO));
        assert_eq!(dearer.decide(Some(PriceChoice::Keep)).price, rupees(1_000));
    }

    #[test]
    fn a_cheaper_hour_gives_back_what_the_desk_took_above_it_or_stays_as_paid() {
        let unpaid = moved(0, 800, 0);
        assert_eq!(unpaid.choices(), [PriceChoice::Charge]);
        assert_eq!(unpaid.decide(Some(PriceChoice::Charge)).price, rupees(800));

        let at_the_desk = moved(900, 800, 900);
        assert_eq!(at_the_desk.choices(), [PriceChoice::Refund, PriceChoice::Keep]);
        let refunded = at_the_desk.decide(Some(PriceChoice::Refund));
        assert_eq!((refunded.price, refunded.refund), (rupees(800), rupees(200)));
        assert_eq!(at_the_desk.decide(Some(PriceChoice::Keep)).price, rupees(1_000));
        assert!(!at_the_desk.waives(Some(PriceChoice::Keep)));

        assert_eq!(moved(900, 800, 100).choices(), [PriceChoice::Keep], "the rest was paid online");
    }

    #[test]
    fn a_booking_partly_paid_above_the_new_price_owes_nothing_if_it_stays_as_paid() {
        let partly = moved(800, 800, 0);
        assert_eq!(partly.choices(), [PriceChoice::Keep]);
        let left = partly.decide(Some(PriceChoice::Keep));
        assert_eq!(left.price.less(left.discount), rupees(800), "as paid: nothing is due");
    }

    #[test]
    fn less_than_the_smallest_refund_does_not_go_back() {
        let price = moved_to(rupees(900), Money::from_paise(99_950), &[rupees(900)]);
        assert_eq!(price.choices(), [PriceChoice::Keep]);
    }

    #[test]
    fn an_amount_goes_back_only_if_each_payment_gives_at_least_the_smallest_refund() {
        let parts = |newest: i64| {
            let newest = Money::from_paise(newest);
            [newest, rupees(900).less(newest)]
        };
        let choices = |newest: i64, price: i64| {
            moved_to(rupees(900), Money::from_paise(price), &parts(newest)).choices()
        };
        // ₹1.50 more than the new price was paid. The newest payment of ₹1 gives all it has, and 50 paise are left for the other.
        assert_eq!(choices(100, 99_850), [PriceChoice::Keep]);
        assert_eq!(choices(150, 99_850), [PriceChoice::Refund, PriceChoice::Keep]);
    }
}

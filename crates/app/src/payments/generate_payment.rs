//! A player chooses to pay online: the amount is fixed, the hold extended once, and the provider opens its order.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    BillId, CustomerId,
    bill::{BillKind, BillLine, BillMethod},
    coupon::{CouponRefused, normalize_code},
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
};
use sideout_providers::payments::{PaymentError, TimeBudget};
use sideout_store::{
    ChangeEvent, Claims, Orders, PlayerBlocks, Session, StoreError,
    accounts::Customers,
    bills::NewBill,
    payments::{Payments, ProviderOrders},
};

use super::{
    may_pay_online,
    open_provider_order::{OpenError, Opening, find_or_open_provider_order},
};
use crate::{
    App, Throttled,
    platform::policies::find_policies,
    steps::{
        find_or_add_online_bill::find_or_add_online_bill,
        payment_overview::PaymentState,
        poll::poll_before_change,
        quote::{charge_attempt, quote},
    },
};

/// The smallest amount that the provider accepts.
const LEAST: Money = Money::from_rupees(1);
/// If the hold expires sooner than this, no payment is started: it would come late.
const LEAST_TIME: SignedDuration = SignedDuration::from_secs(60);

/// The data that opens a checkout.
#[derive(Debug, Clone)]
pub struct Checkout {
    /// The held order.
    pub order: Order,
    /// The provider's order.
    pub provider_order: String,
    /// The amount to be paid.
    pub amount: Money,
    /// The public half of the API key.
    pub key_id: String,
}

/// The player's request.
#[derive(Debug, Clone)]
pub struct OnlinePaymentRequest {
    /// The number of the held order.
    pub number: OrderNumber,
    /// The coupon's code; empty or absent for none.
    pub code: Option<String>,
    /// Whether another court of the same kind at that hour is accepted if the payment comes late and the held one is
    /// gone.
    pub any_court: bool,
    /// The amount that the player was shown, if the caller states it. If it differs from the amount now, no checkout
    /// is opened.
    pub shown: Option<Money>,
}

/// Why no checkout is opened.
#[derive(Debug, thiserror::Error)]
pub enum GeneratePaymentError {
    /// Online payment is not offered, to this customer or at all.
    #[error("online payment is not offered")]
    NotOffered,
    /// The customer has no such order.
    #[error("no such order")]
    NoSuchOrder,
    /// The hold has expired, was released, or expires too soon.
    #[error("hold has expired")]
    HoldExpired,
    /// It is a booking already.
    #[error("already booked")]
    AlreadyBooked,
    /// It was a booking, which was cancelled.
    #[error("the booking was cancelled")]
    Cancelled,
    /// The player is blocked.
    #[error("the player is blocked")]
    Blocked,
    /// A payment of this order is on its way: a second one would pay twice.
    #[error("a payment is under way")]
    UnderWay,
    /// The amount is below the provider's minimum.
    #[error("amount too small for online payment")]
    TooLittle,
    /// Another request is opening the same provider order and has not finished in time, or the order was paid meanwhile.
    #[error("being prepared elsewhere")]
    Busy,
    /// The coupon is refused.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// The player was shown another amount. This is the amount now.
    #[error("the amount is {0} now")]
    OtherAmount(Money),
    /// The customer tried too many codes.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The provider did not open an order.
    #[error("provider: {0}")]
    Provider(PaymentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<OpenError> for GeneratePaymentError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Busy => GeneratePaymentError::Busy,
            OpenError::Provider(error) => GeneratePaymentError::Provider(error),
            OpenError::Store(error) => GeneratePaymentError::Store(error),
        }
    }
}

struct Reservation {
    customer: CustomerId,
    number: OrderNumber,
    code: Option<String>,
    any_court: bool,
    shown: Option<Money>,
    held_until: Timestamp,
    now: Timestamp,
}

/// Opens a checkout for a held order. A repeated call for the same amount returns the same provider order.
///
/// # Errors
/// [`GeneratePaymentError`]; a hold that was live stays live.
pub async fn generate_payment(
    app: &App,
    customer: CustomerId,
    request: OnlinePaymentRequest,
) -> Result<Checkout, GeneratePaymentError> {
    let account = app.payments.as_ref().filter(|_| may_pay_online(app, customer));
    let account = account.ok_or(GeneratePaymentError::NotOffered)?;
    let budget = TimeBudget::interactive();
    // A checkout opened before may have been paid in the meantime.
    if let Some(overview) = poll_before_change(app, customer, request.number, budget).await?
        && overview.payment == PaymentState::UnderWay
    {
        return Err(GeneratePaymentError::UnderWay);
    }
    let now = app.clock.now();
    let code = request.code.as_deref().map(normalize_code).filter(|code| !code.is_empty());
    if code.is_some() {
        let input = (customer, request.number, app.coupon_charges(customer), now);
        app.store
            .write(input, |tx, input| Box::pin(charge_attempt::<GeneratePaymentError>(tx, input)))
            .await?;
    }
    let online_hold = find_policies(app).await?.online_hold_seconds;
    let held_until = now + SignedDuration::from_secs(online_hold.into());
    let OnlinePaymentRequest { number, any_court, shown, .. } = request;
    let reservation = Reservation { customer, number, code, any_court, shown, held_until, now };
    let (order, bill) = app.store.write(reservation, |tx, input| Box::pin(reserve(tx, input))).await?;
    let opening = (bill, Opening::Order);
    let provider_order =
        find_or_open_provider_order(app, account, opening, &order.venue_name, budget).await?;
    let amount = order.total();
    Ok(Checkout { order, provider_order, amount, key_id: account.key_id.clone() })
}

async fn reserve(
    tx: &mut dyn Session,
    reservation: &Reservation,
) -> Result<(Order, BillId), GeneratePaymentError> {
    let Reservation { customer, number, any_court, now, .. } = *reservation;
    Customers(tx).take_turn(customer).await?;
    let mut order = Orders(tx).find(number, customer).await?.ok_or(GeneratePaymentError::NoSuchOrder)?;
    match order.status_at(now) {
        OrderStatus::Held => {}
        OrderStatus::Released | OrderStatus::Expired => return Err(GeneratePaymentError::HoldExpired),
        OrderStatus::CancelRequested | OrderStatus::Cancelled => return Err(GeneratePaymentError::Cancelled),
        OrderStatus::Confirmed | OrderStatus::NoShow | OrderStatus::Completed => {
            return Err(GeneratePaymentError::AlreadyBooked);
        }
    }
    if PlayerBlocks(tx).find(customer, now).await?.is_some() {
        return Err(GeneratePaymentError::Blocked);
    }
    let mut coupon = None;
    if let Some(code) = &reservation.code {
        let (used, discount) = quote(tx, &order, code, now).await??;
        order.discount = discount;
        order.coupon = Some((used.id, used.code));
        coupon = Some(used.id);
    }
    let amount = order.total();
    // INVARIANT: if the request has the amount that the player was shown, they pay no other one (suite `shown_amounts`).
    if reservation.shown.is_some_and(|shown| shown != amount) {
        return Err(GeneratePaymentError::OtherAmount(amount));
    }
    if amount < LEAST {
        return Err(GeneratePaymentError::TooLittle);
    }
    let known = Payments(tx).list_of_order(number).await?;
    if known.iter().any(|payment| payment.status.is_under_way()) {
        return Err(GeneratePaymentError::UnderWay);
    }
    // Only the first checkout of an order extends the hold, or a court could be held for ever.
    if ProviderOrders(tx).list_of_order(number).await?.is_empty() {
        let until = reservation.held_until.min(order.slot.starts_at);
        if order.held_until.is_some_and(|held| held < until) {
            if !Claims(tx).extend(order.slot, number, until, now).await?
                || !Orders(tx).extend(number, until, now).await?
            {
                return Err(GeneratePaymentError::HoldExpired);
            }
            order.held_until = Some(until);
            for day in order.days() {
                tx.announce(ChangeEvent::Day(order.venue, day));
            }
            tx.announce(ChangeEvent::Order(customer, number, OrderStatus::Held));
        }
    }
    if order.held_until.is_none_or(|until| until < now + LEAST_TIME) {
        return Err(GeneratePaymentError::HoldExpired);
    }
    let bill = NewBill {
        kind: BillKind::Booking,
        customer: Some(customer),
        payer_name: None,
        discount: order.discount,
        coupon,
        method: BillMethod::Provider,
        open_until: order.held_until,
        lines: vec![BillLine { order: Some(number), amount }],
        created_at: now,
    };
    // `None` if the order was paid after the reads above, or its bill is being added: everything is rolled back then.
    let bill = find_or_add_online_bill(tx, &bill, any_court).await?.ok_or(GeneratePaymentError::Busy)?;
    // The board of the day shows that the player pays.
    tx.announce(ChangeEvent::Board(order.venue, order.day));
    Ok((order, bill))
}

//! Money that was taken without a network for a booking that owes less by now: what is due is paid, and the rest is decided.

use sideout_app::desk::{
    money::take_payment::TakePaymentError,
    offline::{CashPlace, Decision, FactError, FactOutcome, OfflinePayment, PaymentDecision},
};
use sideout_domain::{bill::Tender, money::Money, offline::PaymentOutcome};
use sideout_store::Store;
use sideout_testkit::on_both_engines;

use crate::{
    counter::{line_of, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::run_for,
    offline_cash::{TAKEN, cash, decide, decision, expected, open, outcomes, pay},
};

/// A booking of ₹800 whose cash was noted without a network, and of which ₹300 were paid by card meanwhile. Both parts of the cash are sent:
/// ₹500 as a payment, ₹300 with this decision. Returns what has to be in the drawer, which was opened with ₹2,000.
async fn expected_after(store: Store, rest: Decision) -> i64 {
    let (app, kiran, order, _) = open(store).await;
    let card = payment_by(Tender::Card, vec![line_of(&app, order.number, 300).await]);
    try_take(&app, &kiran, card, 1).await.unwrap();
    let noted = cash(&order, CashPlace::Unknown);
    let refused = pay(&app, &kiran, noted.clone(), TAKEN).await.unwrap_err();
    let FactError::Payment(TakePaymentError::MoreThanDue(now)) = refused else { panic!("{refused:?}") };
    assert_eq!(now.booking.amounts.due(), Money::from_rupees(500));

    let due = OfflinePayment { amount: Money::from_rupees(500), ..noted.clone() };
    let paid = pay(&app, &kiran, due, TAKEN + 1).await.unwrap();
    assert_eq!(paid.details.booking.amounts.due(), Money::ZERO);
    let rest = PaymentDecision {
        payment: OfflinePayment { amount: Money::from_rupees(300), ..noted.clone() },
        refusal: "more_than_due".to_owned(),
        ..decision(&order, rest)
    };
    let decided = decide(&app, &kiran, rest.clone(), TAKEN + 2).await.unwrap();
    assert_eq!(decided.outcome, FactOutcome::Done);
    let again = decide(&app, &kiran, rest.clone(), TAKEN + 3).await.unwrap();
    assert_eq!(again.outcome, FactOutcome::AlreadyDone, "the rest is decided once");
    let other_part = PaymentDecision {
        payment: OfflinePayment { amount: Money::from_rupees(200), ..noted.clone() },
        ..rest.clone()
    };
    let other = decide(&app, &kiran, other_part, TAKEN + 4).await.unwrap_err();
    assert!(matches!(other, FactError::DecidedBefore(_)), "another part is another decision: {other:?}");
    // A copy of the page that still has the whole payment.
    let whole = pay(&app, &kiran, noted, TAKEN).await.unwrap_err();
    let is_decided =
        matches!(&whole, FactError::DecidedBefore(before) if *before == outcome_of(rest.decision));
    assert!(is_decided, "{whole:?}");
    assert_eq!(outcomes(&app).await, 2, "the payment and the rest");
    assert_sound(&app).await;
    expected(&app).await
}

fn outcome_of(decision: Decision) -> PaymentOutcome {
    match decision {
        Decision::GivenBack => PaymentOutcome::GivenBack,
        Decision::Kept => PaymentOutcome::Kept,
        Decision::InCount => PaymentOutcome::InCount,
        Decision::NotTaken => PaymentOutcome::NotTaken,
    }
}

on_both_engines!(the_rest_of_an_overpayment_that_is_given_back_is_not_in_the_drawer, async |store| {
    assert_eq!(expected_after(store, Decision::GivenBack).await, 2_500);
});

on_both_engines!(the_rest_of_an_overpayment_that_is_kept_is_in_the_drawer, async |store| {
    assert_eq!(expected_after(store, Decision::Kept).await, 2_800);
});

on_both_engines!(of_cash_with_paise_the_whole_rupees_pay_a_part_if_more_is_due_by_now, async |store| {
    let (app, kiran, order, _) = open(store).await;
    // The device knew a debt of ₹800.40, and ₹900.40 are due by now. The ledger does not know such a price, so it is not compared.
    let dearer = "update orders set price_paise = price_paise + 10040 where order_number = $1";
    run_for(&app.store, dearer, order.number).await;
    let noted = OfflinePayment { amount: Money::from_paise(80_040), ..cash(&order, CashPlace::Unknown) };
    let paid = pay(&app, &kiran, noted, TAKEN).await.unwrap();
    assert_eq!(paid.details.booking.amounts.due(), Money::from_paise(10_040));
    assert_eq!((expected(&app).await, outcomes(&app).await), (2_800, 1));
});

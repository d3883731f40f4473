//! The lists of orders and refunds over real HTTP: against the sandbox, and answers that the sandbox never gives.

mod razorpay_account;

use std::{collections::HashSet, future::pending};

use axum::{Router, extract::Query, routing::get};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::json;
use sideout_domain::money::Money;
use sideout_providers::payments::{
    CreatedBetween, ListedRefund, NewProviderOrder, NewRefund, PaymentId, PaymentProvider as _, Razorpay,
    TimeBudget,
};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

/// 18 November 2026, 11:06:40 UTC.
const START: Timestamp = Timestamp::constant(1_795_000_000, 0);
const JOB: TimeBudget = TimeBudget::BACKGROUND;

/// The part of a list that a call requests; a call without it is answered by 400.
#[derive(Deserialize)]
struct Part {
    skip: usize,
    count: usize,
}

fn after(seconds: i64) -> Timestamp {
    START + SignedDuration::from_secs(seconds)
}

#[tokio::test]
async fn orders_and_refunds_are_listed_by_their_time_page_by_page() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let clock = ClockAhead::standing_at(START);
    tokio::spawn(sideout_sandbox::serve_with_clock(listener, SandboxSettings::default(), clock, pending()));
    let razorpay = Razorpay::new(&razorpay_account::settings(address, 5_000)).unwrap();
    let sandbox = HttpClient::at(address);
    let control = async |path: &str, body| sandbox.post(format!("/razorpay{path}"), body).await.success();

    let mut opened = Vec::new();
    for number in 0..230 {
        let new = NewProviderOrder {
            amount: Money::from_rupees(800),
            receipt: format!("receipt-{number}"),
            notes: vec![("order".to_owned(), number.to_string())],
        };
        opened.push(razorpay.create_order(&new, JOB).await.unwrap().id);
        control("/clock", json!({"seconds": 1})).await;
    }
    let read = async |from, to| {
        let (mut found, mut pages, mut next) = (Vec::new(), 0, Some(0));
        while let Some(skip) = next {
            let page = razorpay.list_orders(CreatedBetween { from, to }, skip, JOB).await.unwrap();
            assert_eq!(page.unreadable, 0);
            pages += 1;
            found.extend(page.items);
            next = page.next;
        }
        (found, pages)
    };
    let (all, pages) = read(START, after(1_000)).await;
    assert_eq!((all.len(), pages), (230, 4), "a hundred at a time, and an empty one at the end");
    assert_eq!(all.iter().map(|order| &order.id).collect::<HashSet<_>>(), opened.iter().collect());
    assert_eq!(all[0].receipt.as_deref(), Some("receipt-229"), "the newest first");
    assert_eq!(all[0].notes["order"], "229");
    assert_eq!((all[0].amount, all[0].created_at), (Some(Money::from_rupees(800)), Some(after(229))));
    // A second more at the end, because times are cut to whole seconds.
    let (some, pages) = read(after(10), after(18)).await;
    assert_eq!((some.len(), pages), (10, 2));
    assert!(read(after(-10), after(-2)).await.0.is_empty());

    let paid = control("/pay", json!({"order_id": opened[7].as_str()})).await;
    let payment: PaymentId = paid["payment"]["id"].as_str().unwrap().parse().unwrap();
    for rupees in [100, 200] {
        let refund = NewRefund {
            payment: payment.clone(),
            amount: Money::from_rupees(rupees),
            key: format!("refund-of-{rupees}"),
            notes: vec![("reason".to_owned(), "cancelled".to_owned())],
        };
        razorpay.refund(&refund).await.unwrap();
        control("/clock", json!({"seconds": 60})).await;
    }
    let amounts = |refunds: Vec<ListedRefund>| {
        assert!(
            refunds.iter().all(|sent| sent.notes["reason"] == "cancelled" && sent.refund.payment == payment)
        );
        let mut paise: Vec<_> = refunds.iter().map(|sent| sent.refund.amount.paise()).collect();
        paise.sort_unstable();
        paise
    };
    assert_eq!(amounts(razorpay.list_refunds_of(&payment).await.unwrap()), [10_000, 20_000]);
    let all = CreatedBetween { from: START, to: after(1_000) };
    assert_eq!(amounts(razorpay.list_refunds(all, 0).await.unwrap().items), [10_000, 20_000]);
    assert_eq!(amounts(razorpay.list_refunds(all, 1).await.unwrap().items), [10_000], "after the newest");
    let first = CreatedBetween { from: START, to: after(240) };
    assert_eq!(amounts(razorpay.list_refunds(first, 0).await.unwrap().items), [10_000]);
}

#[tokio::test]
async fn the_refunds_of_a_payment_are_not_listed_if_one_of_them_cannot_be_read() {
    let refund = json!({"id": "rfnd_1", "payment_id": "pay_1", "amount": 10_000, "status": "processed"});
    let strange = json!({"id": "rfnd_2", "payment_id": "pay_1", "amount": "much", "status": "processed"});
    for (items, listed) in [(json!([refund]), Some(1)), (json!([refund, strange]), None)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answer = json!({"entity": "collection", "items": items}).to_string();
        let router = Router::new().route("/v1/payments/pay_1/refunds", get(move || async move { answer }));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let razorpay = Razorpay::new(&razorpay_account::settings(address, 5_000)).unwrap();
        let refunds = razorpay.list_refunds_of(&"pay_1".parse().unwrap()).await;
        assert_eq!(refunds.as_ref().ok().map(Vec::len), listed, "{refunds:?}");
    }
}

#[tokio::test]
async fn the_refunds_of_a_payment_are_listed_to_the_hundredth_if_their_pages_are_too_large() {
    // A hundred of these are 6 MiB, and 25 of them are 1.5 MiB.
    let refund = |number: usize| {
        json!({"id": format!("rfnd_{number}"), "payment_id": "pay_1", "amount": 100, "status": "processed",
               "notes": {"reason": "x".repeat(60 * 1_024)}})
    };
    for (sent, listed) in [(80, 80), (200, 100)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let refunds: Vec<_> = (0..sent).map(refund).collect();
        let answer = move |Query(part): Query<Part>| async move {
            let page: Vec<_> = refunds.iter().skip(part.skip).take(part.count).collect();
            json!({"entity": "collection", "items": page}).to_string()
        };
        let router = Router::new().route("/v1/payments/pay_1/refunds", get(answer));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let razorpay = Razorpay::new(&razorpay_account::settings(address, 5_000)).unwrap();
        let found = razorpay.list_refunds_of(&"pay_1".parse().unwrap()).await.unwrap();
        let ids: HashSet<_> = found.iter().map(|sent| sent.refund.id.as_str()).collect();
        assert_eq!((found.len(), ids.len()), (listed, listed), "of {sent}");
    }
}

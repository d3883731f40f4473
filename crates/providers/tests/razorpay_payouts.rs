//! The lines of payouts, against the sandbox over real HTTP.

mod razorpay_account;

use std::{collections::HashSet, future::pending};

use jiff::{Timestamp, civil::date};
use serde_json::json;
use sideout_domain::{money::Money, payout::PayoutLineKind};
use sideout_providers::payments::{NewProviderOrder, NewRefund, PaymentProvider as _, Razorpay, TimeBudget};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

/// 11:30 on 21 November 2026 in India.
const START: Timestamp = Timestamp::constant(1_795_240_800, 0);
/// A day in seconds.
const DAY: u32 = 24 * 3_600;

#[tokio::test]
async fn payments_and_refunds_are_listed_page_by_page_on_the_day_of_their_payout() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let clock = ClockAhead::standing_at(START);
    tokio::spawn(sideout_sandbox::serve_with_clock(listener, SandboxSettings::default(), clock, pending()));
    let razorpay = Razorpay::new(&razorpay_account::settings(address, 5_000)).unwrap();
    let sandbox = HttpClient::at(address);
    let control = async |path: &str, body| sandbox.post(format!("/razorpay{path}"), body).await.success();

    let mut paid = HashSet::new();
    for number in 0..119 {
        let new = NewProviderOrder {
            amount: Money::from_rupees(800),
            receipt: format!("receipt-{number}"),
            notes: Vec::new(),
        };
        let order = razorpay.create_order(&new, TimeBudget::BACKGROUND).await.unwrap();
        let answer = control("/pay", json!({"order_id": order.id.as_str()})).await;
        paid.insert(answer["payment"]["id"].as_str().unwrap().to_owned());
    }
    let payment = paid.iter().next().unwrap().parse().unwrap();
    let refund = NewRefund {
        payment,
        amount: Money::from_rupees(300),
        key: "refund-of-one".to_owned(),
        notes: Vec::new(),
    };
    razorpay.refund(&refund).await.unwrap();
    control("/clock", json!({"seconds": 2 * DAY})).await;
    let [before, on, after] = [23, 24, 25].map(|day| date(2026, 11, day));
    assert!(razorpay.list_payout_lines(on, 0).await.unwrap().items.is_empty(), "nothing is paid out yet");
    control("/clock", json!({"seconds": DAY})).await;

    let first = razorpay.list_payout_lines(on, 0).await.unwrap();
    assert_eq!((first.items.len(), first.unreadable, first.next), (100, 0, Some(100)));
    let rest = razorpay.list_payout_lines(on, 100).await.unwrap();
    assert_eq!((rest.items.len(), rest.unreadable), (20, 0));
    let lines: Vec<_> = first.items.into_iter().chain(rest.items).collect();
    let payments = lines.iter().filter(|line| line.kind == PayoutLineKind::Payment);
    assert_eq!(payments.clone().map(|line| line.entity.clone()).collect::<HashSet<_>>(), paid);
    assert!(payments.clone().all(|line| line.amounts.net().paise() == 80_000 - 1_888), "two percent and GST");
    let refund = lines.iter().find(|line| line.kind == PayoutLineKind::Refund).unwrap();
    assert_eq!((refund.amounts.net().paise(), refund.utr.as_deref()), (-30_000, Some("SBXN202611240900")));
    for day in [before, after] {
        assert!(razorpay.list_payout_lines(day, 0).await.unwrap().items.is_empty(), "{day}");
    }
}

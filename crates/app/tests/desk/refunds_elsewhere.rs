//! Money that a desk took and that goes back at the desk of another venue.

use jiff::Timestamp;
use sideout_app::{
    Order,
    desk::{
        money::{
            open_shift::open_shift,
            pay_out_refund::{PayOutError, PayOutRefund, pay_out_refund},
            read_money::{read_day_money, read_drawer},
        },
        reports::{
            ReportBody,
            read_report::{ReportRequest, read_report},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    RefundId, VenueId, ledger::Account, money::Money, order::OrderStatus, report::ReportName, staff::Role,
};
use sideout_store::{Store, StoreError, Takings};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, as_taken, five_hundreds, open_counter, take_cash},
    desk_bookings::assert_sound,
    helpers::{booked, details, open_second_venue, run},
    payments::{cancel, owed},
};

/// A cancelled game at the first venue, where ₹400 were paid in cash, and a second venue whose manager has opened the drawer with ₹500.
struct RefundAndSecondVenue {
    app: TestApp,
    clerk: Actor,
    manager: Actor,
    other: VenueId,
    order: Order,
    refund: RefundId,
}

impl RefundAndSecondVenue {
    async fn open(store: Store) -> Self {
        let (app, customers, clerk, _) = open_counter(store, 1).await;
        let other = open_second_venue(&app).await;
        let manager = actor(&app, Role::Manager, "9825041739", &[other]).await;
        open_shift(&app, &manager, other, five_hundreds(1), request_key(9_001)).await.unwrap();
        let order = booked(&app, customers[0], 3, "7:00 PM").await;
        take_cash(&app, &clerk, &order, 400, 1).await;
        assert_eq!(cancel(&app, &clerk, order.number, 2).await, Money::from_rupees(370));
        let refund = owed(&app, order.number).await;
        RefundAndSecondVenue { app, clerk, manager, other, order, refund }
    }

    /// The refund is paid out by the manager at the second venue.
    async fn pay_out_there(&self, key: u64) -> Result<(), PayOutError> {
        let request = PayOutRefund { venue: self.other, ..as_taken(self.refund) };
        pay_out_refund(&self.app, &self.manager, request, request_key(key)).await
    }

    /// The refunds on the lists of both venues, each with whether it is still to be paid out.
    async fn listed(&self) -> [Vec<(RefundId, bool)>; 2] {
        let of = async |actor: &Actor, venue| {
            let money = read_day_money(&self.app, actor, venue, None).await.unwrap();
            money.refunds.iter().map(|listed| (listed.refund.id, listed.refund.is_to_pay_out())).collect()
        };
        [of(&self.clerk, VENUE).await, of(&self.manager, self.other).await]
    }

    /// What came to the cash accounts of both desks, and what was given back from them.
    async fn cash_sums(&self) -> [(Money, Money); 2] {
        let all = (Timestamp::UNIX_EPOCH, Timestamp::MAX);
        let of = async |venue: VenueId| {
            let sums: Result<Vec<_>, StoreError> = self
                .app
                .store
                .read((venue, all), |tx, (venue, all)| {
                    Box::pin(async move { Takings(tx).sum_desk(*venue, *all).await })
                })
                .await;
            let cash = sums.unwrap().into_iter().find(|sums| sums.account == Account::DeskCash);
            cash.map_or((Money::ZERO, Money::ZERO), |sums| (sums.taken, sums.returned))
        };
        [of(VENUE).await, of(self.other).await]
    }
}

on_both_engines!(the_desk_where_the_game_is_now_gives_back_what_another_desk_took, async |store| {
    let fixture = RefundAndSecondVenue::open(store.clone()).await;
    let refund = fixture.refund;
    let refused = fixture.pay_out_there(10).await;
    assert!(matches!(refused, Err(PayOutError::NoSuchRefund)), "the game is not there: {refused:?}");
    assert_eq!(fixture.listed().await, [vec![(refund, true)], vec![]]);

    run(&store, "update orders set venue_id = 2, court_id = 21").await;
    assert_eq!(fixture.listed().await, [vec![(refund, true)], vec![(refund, true)]]);
    let elsewhere = PayOutRefund { venue: fixture.other, ..as_taken(refund) };
    let refused = pay_out_refund(&fixture.app, &fixture.clerk, elsewhere, request_key(11)).await;
    assert!(matches!(refused, Err(PayOutError::NoSuchRefund)), "the clerk works elsewhere: {refused:?}");

    fixture.pay_out_there(12).await.unwrap();
    let again = pay_out_refund(&fixture.app, &fixture.clerk, as_taken(refund), request_key(13)).await;
    assert!(matches!(again, Err(PayOutError::Ended)), "{again:?}");
    let (taken, returned) = (Money::from_rupees(400), Money::from_rupees(370));
    assert_eq!(fixture.cash_sums().await, [(taken, Money::ZERO), (Money::ZERO, returned)]);
    assert_eq!(fixture.listed().await, [vec![], vec![(refund, false)]]);
    let (_, shift) = read_drawer(&fixture.app, &fixture.manager, fixture.other).await.unwrap();
    assert_eq!(shift.unwrap().expected, Some(Money::from_rupees(500 - 370)));
    assert_sound(&fixture.app).await;
});

/// What a clerk took and gave back in the open shift at `venue`, by their own report.
async fn own_money(app: &TestApp, clerk: &Actor, venue: VenueId) -> Vec<(Money, Money)> {
    let request =
        ReportRequest { name: ReportName::Revenue, venue, period: None, compares_with_before: false };
    let ReportBody::Revenue(figures) = read_report(app, clerk, request).await.unwrap().body else { panic!() };
    figures.now.iter().map(|sum| (sum.taken, sum.returned)).collect()
}

on_both_engines!(a_clerks_own_report_has_what_they_took_and_gave_back_at_their_desk, async |store| {
    let fixture = RefundAndSecondVenue::open(store.clone()).await;
    let (taken, returned) = (Money::from_rupees(400), Money::from_rupees(370));
    let there = actor(&fixture.app, Role::Desk, "9825041740", &[fixture.other]).await;
    run(&store, "update orders set venue_id = 2, court_id = 21").await;
    let request = PayOutRefund { venue: fixture.other, ..as_taken(fixture.refund) };
    pay_out_refund(&fixture.app, &there, request, request_key(11)).await.unwrap();
    // Wherever the booking counts, each clerk reads what went through their own drawer.
    for venue in [2, 1] {
        let at = format!("update orders set venue_id = {venue}");
        run(&store, at.leak()).await;
        assert_eq!(own_money(&fixture.app, &fixture.clerk, VENUE).await, [(taken, Money::ZERO)]);
        assert_eq!(own_money(&fixture.app, &there, fixture.other).await, [(Money::ZERO, returned)]);
    }
});

on_both_engines!(any_desk_gives_back_what_a_venue_took_that_was_retired_since, async |store| {
    let fixture = RefundAndSecondVenue::open(store.clone()).await;
    run(&store, "update venue set active = 0 where venue_id = 1").await;
    fixture.app.venues.forget();
    let refund = (fixture.refund, true);
    assert_eq!(fixture.listed().await, [vec![refund], vec![refund]], "its own desk may do it as well");
    fixture.pay_out_there(11).await.unwrap();
    assert_eq!(details(&fixture.app, fixture.order.number).await.booking.status, OrderStatus::Cancelled);
    let (taken, returned) = (Money::from_rupees(400), Money::from_rupees(370));
    assert_eq!(fixture.cash_sums().await, [(taken, Money::ZERO), (Money::ZERO, returned)]);
    assert_sound(&fixture.app).await;
});

//! Reports over random days: each total equals the ledger, and the rows behind each figure have its count and its sum.

use std::collections::BTreeSet;

use jiff::civil::date;
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        cancel::cancel,
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    desk::{
        money::{
            pay_out_refund::{PayOutRefund, pay_out_refund},
            take_payment::{PaymentLine, TakePayment, take_payment},
            void_payment::{VoidPayment, void_payment},
        },
        reports::{
            ReportBody, RevenueKey,
            list_bookings_behind::{
                FigureRequest, FigureRow, FigureRowKind, Filter, Person, list_bookings_behind,
            },
            read_report::{Report, ReportRequest, read_report},
            sum_booking_days::sum_booking_days,
            sum_revenue_days::sum_revenue_days,
        },
    },
    payments::issue_refunds::issue_refunds,
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::{
    CourtId, DeskPaymentId, RefundId, StaffId,
    bill::Tender,
    money::Money,
    order::OrderStatus,
    report::{BookedHow, CancelledBy, Period, ReportName, RevenueSource, RevenueWay, TimeAhead},
    staff::Role,
};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    Coupon, on_both_engines, request_key,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::{
    court_closures::{close, sunday},
    fixture::{FRIDAY, PaymentsFixture},
    several_orders::paid_basket,
};

/// Bookings of the random days.
const BOOKINGS: usize = 60;

/// Small numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

struct Day {
    fixture: PaymentsFixture,
    desk: [Actor; 2],
    random: Random,
    orders: Vec<Order>,
    /// Bookings that were made of free courts, each by a player of its own.
    booked: usize,
    payments: Vec<DeskPaymentId>,
    key: u64,
}

impl Day {
    async fn open(store: Store, seed: u64) -> Self {
        Coupon::flat("WELCOME50", 50).add(&store).await;
        let fixture = PaymentsFixture::with_webhooks(store, i64::try_from(BOOKINGS).unwrap()).await;
        let manager = fixture.manager_with_drawer().await;
        let owner = fixture.app.staff(Role::Owner, "9825041799", &[]).await;
        let owner = fixture.app.actor(&owner.token).await;
        Day {
            fixture,
            desk: [manager, owner],
            random: Random(seed),
            orders: Vec::new(),
            booked: 0,
            payments: Vec::new(),
            key: 0,
        }
    }

    fn next_key(&mut self) -> RequestKey {
        self.key += 1;
        request_key(self.key)
    }

    /// Books a free court on Sunday. A third of the bookings is paid online, half of the others count as booked by the desk, and a
    /// third has a coupon.
    async fn book(&mut self) {
        let n = self.booked;
        self.booked += 1;
        let (court, hour) = (i64::try_from(n % 12).unwrap() + 1, n / 12 % 9 + 1);
        let start = format!("{hour}:00 PM");
        let order = self.fixture.hold_at(n, CourtId(court), date(2026, 11, 22), &start).await;
        let online = self.random.below(3) == 0;
        let coupon = (self.random.below(3) == 0).then_some("WELCOME50");
        if online {
            let checkout = self.fixture.try_checkout(&order, coupon, false).await.unwrap();
            self.fixture.pay(&checkout, json!({})).await;
            self.fixture.hint(&order).await;
        } else {
            confirm_at_court(&self.fixture.app, order.customer, order.number, coupon).await.unwrap();
            if self.random.below(2) == 0 {
                self.change_order("update orders set booked_by = 3 where order_number = $1", &order).await;
            }
        }
        self.orders.push(order);
    }

    async fn change_order(&self, text: &'static str, order: &Order) {
        let statement = Statement { name: text, text };
        let done =
            self.fixture.app.store.write((statement, order.number.value()), |tx, (statement, order)| {
                Box::pin(async move { tx.run(*statement, params![*order]).await })
            });
        let done: Result<u64, StoreError> = done.await;
        assert_eq!(done.unwrap(), 1);
    }

    /// Takes money for a booking, if something is due for it: all of it, or for a third of them a part.
    async fn take(&mut self) {
        let of = usize::try_from(self.random.below(self.orders.len() as u64)).unwrap();
        let order = self.fixture.order(&self.orders[of]).await;
        if order.status != OrderStatus::Confirmed || order.due() <= Money::ZERO {
            return;
        }
        let tender =
            [Tender::Cash, Tender::UpiOwn, Tender::Card, Tender::Bank][self.random.below(4) as usize];
        let part = if self.random.below(3) == 0 { Money::from_rupees(123) } else { order.due() };
        let version = self.fixture.details(&order).await.booking.version;
        let line = PaymentLine { order: order.number, version, amount: part.min(order.due()) };
        let request = TakePayment { lines: vec![line], tender, payer: None, reference: None, firm: None };
        let who = self.random.below(2) as usize;
        let key = self.next_key();
        let taken = take_payment(&self.fixture.app, &self.desk[who], VENUE, request, key).await.unwrap();
        self.payments.push(DeskPaymentId(taken.payment));
    }

    /// Does one of the things that change figures.
    async fn step(&mut self) {
        self.fixture.advance(1).await;
        match self.random.below(10) {
            0..4 => self.take().await,
            4 => {
                let Some(payment) = self.payments.pop() else { return };
                let request = VoidPayment { payment, reason: "A mistake".to_owned() };
                let key = self.next_key();
                // Refused where it has been given back.
                drop(void_payment(&self.fixture.app, &self.desk[1], request, key).await);
            }
            5 => {
                let of = usize::try_from(self.random.below(self.orders.len() as u64)).unwrap();
                let order = &self.orders[of];
                // Refused or not: the figures agree with the tables either way.
                drop(cancel(&self.fixture.app, order.customer, order.number, None).await);
            }
            6 => {
                let open = "select min(refund_id) as refund from refund where method <> 'provider' and status = 'approved'";
                let count = "select count(*) from refund where method <> 'provider' and status = 'approved'";
                if self.fixture.number(count).await > 0 {
                    let refund = RefundId(self.fixture.number(open).await);
                    let key = self.next_key();
                    let who = self.random.below(2) as usize;
                    // Refused or not: the figures agree with the tables either way.
                    drop(
                        pay_out_refund(
                            &self.fixture.app,
                            &self.desk[who],
                            PayOutRefund { refund, venue: VENUE, method: None },
                            key,
                        )
                        .await,
                    );
                }
            }
            7 => {
                let of = usize::try_from(self.random.below(self.orders.len() as u64)).unwrap();
                let (court, hour) = (self.orders[of].slot.court.0, self.orders[of].start.minute() / 60);
                if self.random.below(3) == 0 {
                    close(
                        &self.fixture,
                        sunday(&court.to_string(), &format!("{hour}:00"), &format!("{}:00", hour + 1)),
                    )
                    .await;
                }
            }
            8 => while issue_refunds(&self.fixture.app).await.unwrap() > 0 {},
            _ => self.rebook_some().await,
        }
    }

    /// Another player takes about half of the courts that were cancelled, unless they were closed.
    async fn rebook_some(&mut self) {
        for of in 0..self.orders.len() {
            let order = self.fixture.order(&self.orders[of]).await;
            let is_free = matches!(order.status, OrderStatus::Cancelled | OrderStatus::CancelRequested);
            if is_free && self.random.below(2) == 0 {
                self.fixture.advance(1).await;
                self.rebook(&order).await;
            }
        }
    }

    async fn rebook(&mut self, free: &Order) {
        let player = usize::try_from(self.random.below(BOOKINGS as u64)).unwrap();
        let pick = Pick {
            sport: PICKLEBALL,
            venue: VENUE,
            court: free.slot.court,
            day: free.day,
            start: free.start,
        };
        let held = place_hold(&self.fixture.app, self.fixture.players[player], pick).await;
        // Refused where the court was closed or is booked again.
        if let Ok(order) = held {
            // Refused where the player has enough bookings that are not paid.
            if confirm_at_court(&self.fixture.app, order.customer, order.number, None).await.is_ok() {
                self.orders.push(order);
            }
        }
    }

    async fn report(&self, name: ReportName) -> Report {
        read_report(&self.fixture.app, &self.desk[1], request(name)).await.unwrap()
    }

    /// The count and the sum that the pages of a figure show, and all rows behind it.
    async fn behind(&self, name: ReportName, filter: Filter) -> (i64, Option<Money>, Vec<FigureRow>) {
        let mut rows = Vec::new();
        let mut figure = FigureRequest { report: request(name), filter, after: None, limit: 7 };
        loop {
            let page = list_bookings_behind(&self.fixture.app, &self.desk[1], figure.clone()).await.unwrap();
            assert!(page.rows.len() <= 7);
            rows.extend(page.rows);
            match page.next {
                // The position of the next page is parsed from its text, as clients send it.
                Some(next) => figure.after = Some(next.to_string().parse().unwrap()),
                None => return (page.count, page.amount, rows),
            }
        }
    }

    /// Checks the rows behind a figure against it.
    async fn check_behind(&self, name: ReportName, filter: Filter, count: i64, amount: Option<Money>) {
        let (listed, sum, rows) = self.behind(name, filter.clone()).await;
        assert_eq!((listed, sum), (count, amount), "{name} {filter:?}");
        assert_eq!(rows.len() as i64, count, "{name} {filter:?}");
        if let Some(amount) = amount {
            assert_eq!(rows.iter().map(|row| row.amount).sum::<Money>(), amount, "{name} {filter:?}");
        }
        let keys: BTreeSet<_> = rows
            .iter()
            .map(|row| match row.kind {
                FigureRowKind::Booking(_) => row.order.to_string(),
                FigureRowKind::Money(event, at, _) => format!("{} {event} {at} {}", row.order, row.amount),
            })
            .collect();
        if name != ReportName::Revenue {
            assert_eq!(keys.len(), rows.len(), "{name} {filter:?}: each booking once");
        }
    }
}

/// From the day on which the tests begin to the Sunday a week later.
fn days() -> Period {
    Period::new(date(2026, 11, 21), date(2026, 11, 29)).unwrap()
}

fn request(name: ReportName) -> ReportRequest {
    ReportRequest { name, venue: VENUE, period: Some(days()), compares_with_before: true }
}

impl Day {
    async fn check_revenue(&self) {
        let ReportBody::Revenue(figures) = self.report(ReportName::Revenue).await.body else { panic!() };
        let sums = figures.now;
        let net = |filter: &dyn Fn(&RevenueKey) -> bool| {
            let chosen = || sums.iter().filter(|sum| filter(&sum.key));
            let paise: i64 = chosen().map(|sum| sum.taken.paise() - sum.returned.paise()).sum();
            (chosen().map(|sum| sum.movements).sum::<i64>(), Money::from_paise(paise))
        };
        let ledger = self
            .fixture
            .rows(
                "select account, cast(sum(amount_paise) as bigint) from ledger_posting
                  where (account like 'desk%' or account = 'provider') and event <> 'fee_kept'
                  group by account order by account",
            )
            .await;
        for (account, paise) in &ledger {
            let way = RevenueWay::of(account.parse().unwrap()).unwrap();
            assert_eq!(net(&|key| key.way == way).1.paise(), *paise, "{account}");
        }
        assert!(ledger.len() >= 4, "{ledger:?}");
        let (movements, total) = net(&|_| true);
        assert_eq!(total.paise(), ledger.iter().map(|(_, paise)| paise).sum::<i64>());
        let name = ReportName::Revenue;
        self.check_behind(name, Filter::default(), movements, Some(total)).await;
        for way in RevenueWay::ALL {
            let (count, sum) = net(&|key| key.way == *way);
            self.check_behind(name, Filter { way: Some(*way), ..Filter::default() }, count, Some(sum)).await;
        }
        for source in RevenueSource::ALL {
            let (count, sum) = net(&|key| key.source == *source);
            self.check_behind(name, Filter { source: Some(*source), ..Filter::default() }, count, Some(sum))
                .await;
        }
        let people: BTreeSet<Option<i64>> =
            sums.iter().map(|sum| sum.key.staff.map(|staff| staff.0)).collect();
        assert_eq!(people.len(), 3, "the two members of staff, and payments without one");
        for person in people {
            let (count, sum) = net(&|key| key.staff.map(|staff| staff.0) == person);
            let person = person.map_or(Person::NoStaff, |staff| Person::Staff(StaffId(staff)));
            self.check_behind(name, Filter { person: Some(person), ..Filter::default() }, count, Some(sum))
                .await;
        }
    }

    async fn check_bookings(&self) {
        self.check_occupancy().await;
        self.check_no_shows().await;
        self.check_cancellations().await;
        self.check_coupons().await;
    }

    async fn check_occupancy(&self) {
        let ReportBody::Occupancy(figures) = self.report(ReportName::Occupancy).await.body else { panic!() };
        let figures = figures.now;
        let ledger = "select cast(-sum(amount_paise) as bigint) from ledger_posting where account = 'bookings' or account = 'coupons'";
        assert_eq!(figures.worth().paise(), self.fixture.number(ledger).await);
        let all = figures.bookings();
        assert_eq!(figures.share().part, all * 60);
        self.check_behind(ReportName::Occupancy, Filter::default(), all, Some(figures.worth())).await;
        let mut sum = 0;
        for hour in 13..22_u16 {
            let bookings = figures.map.at(6, hour).part / 60;
            sum += bookings;
            let filter = Filter { weekday: Some(6), hour: Some(hour), ..Filter::default() };
            let (listed, _, rows) = self.behind(ReportName::Occupancy, filter).await;
            assert_eq!((listed, rows.len() as i64), (bookings, bookings), "{hour}");
        }
        assert_eq!(sum, all);
    }

    async fn check_no_shows(&self) {
        let ReportBody::NoShows(figures) = self.report(ReportName::NoShows).await.body else { panic!() };
        let groups = figures.now;
        let missed = "select count(*) from orders where status = 'no_show'";
        let all: i64 = groups.iter().map(|group| group.missed).sum();
        assert_eq!(all, self.fixture.number(missed).await);
        assert!(all > 3);
        let begun = "select count(*) from orders where status = 'no_show' or status = 'confirmed' or status = 'completed'";
        assert_eq!(groups.iter().map(|group| group.bookings).sum::<i64>(), self.fixture.number(begun).await);
        self.check_behind(ReportName::NoShows, Filter::default(), all, None).await;
        for how in BookedHow::ALL {
            let count = groups.iter().filter(|group| group.how == *how).map(|group| group.missed).sum();
            self.check_behind(
                ReportName::NoShows,
                Filter { how: Some(*how), ..Filter::default() },
                count,
                None,
            )
            .await;
        }
        for lead in TimeAhead::ALL {
            let count =
                groups.iter().filter(|group| group.time_ahead == *lead).map(|group| group.missed).sum();
            let filter = Filter { lead: Some(*lead), ..Filter::default() };
            self.check_behind(ReportName::NoShows, filter, count, None).await;
        }
    }

    async fn check_cancellations(&self) {
        let ReportBody::Cancellations(figures) = self.report(ReportName::Cancellations).await.body else {
            panic!()
        };
        let groups = figures.now;
        let ledger = "select cast(sum(amount_paise) as bigint) from ledger_posting where account = 'bookings' and event = 'cancelled'";
        let price: Money = groups.iter().map(|group| group.price).sum();
        assert_eq!(price.paise(), self.fixture.number(ledger).await);
        let all: i64 = groups.iter().map(|group| group.bookings).sum();
        let name = ReportName::Cancellations;
        self.check_behind(name, Filter::default(), all, Some(price)).await;
        let again: i64 = groups.iter().map(|group| group.sold_again).sum();
        assert!(0 < again && again < all, "{again} of {all}");
        self.check_behind(name, Filter { sold_again: true, ..Filter::default() }, again, None).await;
        for by in CancelledBy::ALL {
            let chosen = || groups.iter().filter(|group| group.by == *by);
            let (count, price) =
                (chosen().map(|group| group.bookings).sum(), chosen().map(|group| group.price).sum());
            self.check_behind(name, Filter { by: Some(*by), ..Filter::default() }, count, Some(price)).await;
        }
        for lead in TimeAhead::ALL {
            let chosen = || groups.iter().filter(|group| group.time_ahead == *lead);
            let (count, price) =
                (chosen().map(|group| group.bookings).sum(), chosen().map(|group| group.price).sum());
            self.check_behind(name, Filter { lead: Some(*lead), ..Filter::default() }, count, Some(price))
                .await;
        }
        // Hours that were lost in the end: cancelled and not sold again.
        let lost = "select count(*) from (select distinct court_id, starts_at from orders o
                     where o.status in ('cancelled', 'cancel_requested')
                       and not exists (select 1 from orders s where s.court_id = o.court_id and s.starts_at = o.starts_at
                                         and s.status in ('confirmed', 'completed', 'no_show'))) hours";
        assert_eq!(all - again, self.fixture.number(lost).await);
    }

    async fn check_coupons(&self) {
        let ReportBody::Coupons(figures) = self.report(ReportName::Coupons).await.body else { panic!() };
        let coupons = figures.now;
        let ledger = "select cast(sum(amount_paise) as bigint) from ledger_posting where account = 'coupons'";
        let discount: Money = coupons.iter().map(|coupon| coupon.discount).sum();
        assert_eq!(discount.paise(), self.fixture.number(ledger).await);
        let count: i64 = coupons.iter().map(|coupon| coupon.bookings).sum();
        assert!(count > 3);
        let filter = Filter { coupon: Some("WELCOME50".to_owned()), ..Filter::default() };
        self.check_behind(ReportName::Coupons, filter, count, Some(discount)).await;
        let new = coupons.iter().map(|coupon| coupon.new_players).sum();
        self.check_behind(ReportName::Coupons, Filter { new_players: true, ..Filter::default() }, new, None)
            .await;
        let none = Filter { coupon: Some("NONE".to_owned()), ..Filter::default() };
        self.check_behind(ReportName::Coupons, none, 0, Some(Money::ZERO)).await;
    }
}

on_both_engines!(every_total_equals_the_ledger_and_the_rows_behind_it, async |store| {
    let mut day = Day::open(store, 20_261_122).await;
    for _ in 0..BOOKINGS {
        day.book().await;
        day.step().await;
        day.step().await;
    }
    day.fixture.app.clock.set(FRIDAY.parse().unwrap());
    while issue_refunds(&day.fixture.app).await.unwrap() > 0 {}
    let missed = "update orders set status = 'no_show' where status = 'confirmed' and court_id = 5";
    assert!(day.fixture.change(missed).await > 0);
    day.fixture
        .change("update orders set status = 'completed' where status = 'confirmed' and court_id > 5")
        .await;

    // The figures are the same before and after the past days are summed.
    day.check_revenue().await;
    assert!(sum_revenue_days(&day.fixture.app).await.unwrap() >= 6);
    assert_eq!(sum_revenue_days(&day.fixture.app).await.unwrap(), 0, "each day is summed once");
    day.check_revenue().await;
    day.check_bookings().await;
    assert!(sum_booking_days(&day.fixture.app).await.unwrap() >= 2);
    day.check_bookings().await;
});

on_both_engines!(a_refund_of_one_of_two_games_that_were_paid_together_is_for_one_game, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let orders = paid_basket(&fixture, 2).await;
    cancel(&fixture.app, orders[1].customer, orders[1].number, None).await.unwrap();
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    issue_refunds(&fixture.app).await.unwrap();
    let owner = fixture.app.staff(Role::Owner, "9825041799", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let report = request(ReportName::Revenue);
    let figure = FigureRequest { report, filter: Filter::default(), after: None, limit: 7 };
    let rows = list_bookings_behind(&fixture.app, &owner, figure).await.unwrap().rows;
    let shown: Vec<_> = rows
        .iter()
        .map(|row| match row.kind {
            FigureRowKind::Money(_, _, games) => (row.order, row.amount, games),
            FigureRowKind::Booking(_) => panic!("{row:?}"),
        })
        .collect();
    let (paid, back) = (Money::from_rupees(1_600), Money::from_rupees(-770));
    assert_eq!(shown, [(orders[1].number, back, 1), (orders[0].number, paid, 2)]);
});

on_both_engines!(control_a_sum_that_differs_from_the_ledger_is_noticed, async |store| {
    let mut day = Day::open(store, 7).await;
    for _ in 0..12 {
        day.book().await;
        day.take().await;
    }
    day.fixture.app.clock.set("2026-11-24T05:30:00Z".parse().unwrap());
    sum_revenue_days(&day.fixture.app).await.unwrap();
    let total = async |day: &Day| {
        let ReportBody::Revenue(figures) = day.report(ReportName::Revenue).await.body else { panic!() };
        figures.now.iter().map(|sum| sum.taken.paise() - sum.returned.paise()).sum::<i64>()
    };
    let ledger = "select cast(sum(amount_paise) as bigint) from ledger_posting
                   where (account like 'desk%' or account = 'provider') and event <> 'fee_kept'";
    assert_eq!(total(&day).await, day.fixture.number(ledger).await);
    assert!(
        day.fixture.change("update revenue_sum set taken_paise = taken_paise + 1 where way = 'cash'").await
            > 0
    );
    assert_ne!(total(&day).await, day.fixture.number(ledger).await, "the report shows the changed sum");
});

//! The operator changes hours and slot length repeatedly while players hold, confirm and pay, some of them too late. No
//! time is sold twice and no money is lost. Without the guards time is sold twice.

use futures_util::{StreamExt as _, stream};
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    operator::{Choices, Mode, PictureFiles, Selection, import_operator, parse_operator_file},
    payments::confirm_payment::confirm_payment,
};
use sideout_domain::{CourtId, order::OrderStatus};
use sideout_store::{Claims, Orders, Statement, Store, StoreError, params};
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, rounds,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::fixture::PaymentsFixture;

const ROUNDS: usize = rounds(500);
/// Most rounds of a control, which ends with the first overlap.
const CONTROL_ROUNDS: usize = 200;
/// Rounds under way at the same time, each with players and a court of its own.
const ROUNDS_AT_ONCE: usize = 6;

/// Bookings that are played at the same time on one court.
const OVERLAPS: &str = "select count(*) from orders a
  join orders b on b.court_id = a.court_id and b.order_number <> a.order_number
   and b.starts_at >= a.starts_at and b.starts_at < a.starts_at + 60000 * a.play_minutes
 where a.status = 'confirmed' and b.status = 'confirmed'";

/// The first and the last start, the minutes of a slot, and the minutes of play in it.
const GRIDS: [(&str, u16, u16); 4] = [
    ("6:00 AM - 10:00 PM", 60, 55),
    ("6:30 AM - 9:30 PM", 60, 55),
    ("6:00 AM - 9:00 PM", 90, 85),
    ("6:00 AM - 10:00 PM", 30, 25),
];

/// The venue of the tests on one of the grids.
fn operator_file(grid: usize) -> String {
    let (hours, slot, play) = GRIDS[grid % GRIDS.len()];
    let courts: String =
        (1..=12).map(|n| format!("[[venue.court]]\nnumber = {n}\ntype = \"outdoor\"\n")).collect();
    format!(
        "[[sport]]\nid = 1\nname = \"pickleball\"\n[[venue]]\nid = 1\nname = \"Riverside Arena\"\nlocation = \"Akota\"\n\
         address = \"14 River Road\"\nimage = \"https://images.example/r.svg\"\ntimezone = \"Asia/Kolkata\"\n\
         slot_minutes = {slot}\nplay_minutes = {play}\n[venue.hours]\nevery_day = \"{hours}\"\n\
         {courts}[[venue.price]]\nrupees = 800\n"
    )
}

struct NoPictures;

impl PictureFiles for NoPictures {
    fn read(&self, _name: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::Error::from(std::io::ErrorKind::NotFound))
    }
}

async fn import(app: &TestApp, grid: usize) {
    let file = parse_operator_file(&operator_file(grid)).unwrap();
    let choices = Choices { keep: Selection::All, close: Selection::Nothing };
    let now = app.clock_now();
    import_operator(&app.store, &app.images, file, &NoPictures, now, Mode::Apply, choices).await.unwrap();
}

/// Two nodes and three players for each round.
struct Nodes {
    fixture: PaymentsFixture,
    apps: [TestApp; 2],
}

impl Nodes {
    async fn new([here, there]: [Store; 2], rounds: usize) -> Self {
        let fixture = PaymentsFixture::new(here, 3 * i64::try_from(rounds).unwrap()).await;
        let other = fixture.app.another_node_on(there, |_| {});
        Nodes { apps: [fixture.app.clone(), other], fixture }
    }

    /// A player holds a start of this round's two hours that is on the present grid.
    async fn hold_some(&self, round: usize, player: usize) -> Option<Order> {
        let app = &self.apps[(round + player) % 2];
        // A round has a court of its own on a day, of 12 courts and 28 days; after those, six hours later.
        let base = 7 * 60 + round / (12 * 28) * 6 * 60;
        for turn in 0..8 {
            let minute = base + (turn + round + player) % 8 * 15;
            let pick = Pick {
                sport: PICKLEBALL,
                venue: VENUE,
                court: CourtId(i64::try_from(round % 12).unwrap() + 1),
                day: jiff::civil::date(2026, 11, 22)
                    + jiff::Span::new().days(i64::try_from(round / 12 % 28).unwrap()),
                start: sideout_domain::slot::StartTime::from_minute(u16::try_from(minute).unwrap()).unwrap(),
            };
            if let Ok(order) = place_hold(app, self.fixture.players[3 * round + player], pick).await {
                return Some(order);
            }
        }
        None
    }

    /// A hold with an open checkout that has expired, and whose claim was removed.
    async fn expired_hold(
        &self,
        round: usize,
    ) -> Option<(Order, sideout_app::payments::generate_payment::Checkout)> {
        let order = self.hold_some(round, 0).await?;
        let checkout = self.fixture.checkout(&order).await;
        let removed: Result<(), StoreError> = self
            .fixture
            .app
            .store
            .write((order.slot, order.number), |tx, (slot, number)| {
                Box::pin(async move {
                    Claims(tx).release_hold(*slot, *number).await?;
                    Orders(tx).close_hold(*number, OrderStatus::Expired).await.map(drop)
                })
            })
            .await;
        removed.unwrap();
        Some((order, checkout))
    }
}

/// Runs one round; returns whether the player who pays too late and each of the two others have a court.
async fn race(nodes: &Nodes, round: usize) -> (bool, bool, bool) {
    let late = nodes.expired_hold(round).await;
    let booked = async |player: usize| {
        let Some(order) = nodes.hold_some(round, player).await else { return false };
        let app = &nodes.apps[round % 2];
        confirm_at_court(app, order.customer, order.number, None).await.is_ok()
    };
    let (late, one, other, ()) = tokio::join!(
        async {
            let Some((order, checkout)) = &late else { return false };
            nodes.fixture.pay(checkout, json!({})).await;
            let app = &nodes.apps[round % 2];
            confirm_payment(app, order.customer, order.number, None).await.unwrap();
            nodes.fixture.order(order).await.status == OrderStatus::Confirmed
        },
        booked(1),
        booked(2),
        import(&nodes.apps[(round + 1) % 2], round),
    );
    (late, one, other)
}

on_two_nodes!(while_the_grid_changes_no_court_time_is_sold_twice_and_no_money_lost, async |stores| {
    let nodes = Nodes::new(stores, ROUNDS).await;
    let mut rounds =
        stream::iter((0..ROUNDS).map(|round| race(&nodes, round))).buffer_unordered(ROUNDS_AT_ONCE);
    let (mut late, mut booked) = (0, 0);
    while let Some(ended) = rounds.next().await {
        late += usize::from(ended.0);
        booked += usize::from(ended.1) + usize::from(ended.2);
    }
    drop(rounds);
    assert_eq!(nodes.fixture.number(OVERLAPS).await, 0);
    assert!(late > 0 && booked > late, "late money won {late} times, others {booked} times");
    nodes.fixture.assert_sound().await;
});

/// A store without the triggers, and without the check of other claims in `claim_paid`.
async fn without_claim_checks(store: &Store) -> Store {
    let of = if store.engine() == "sqlite" { "" } else { " on slot_claim" };
    let triggers = ["slot_claim_overlaps", "slot_claim_moves"].map(|name| format!("drop trigger {name}{of}"));
    let dropped: Result<(), StoreError> = store
        .write(triggers, |tx, triggers| {
            Box::pin(async move {
                for text in triggers.iter() {
                    let text: &'static str = text.clone().leak();
                    tx.run(Statement { name: text, text }, params![]).await?;
                }
                Ok(())
            })
        })
        .await;
    dropped.unwrap();
    let (guard, nothing) = ("and other.ends_at > $2", "and other.ends_at < $2");
    without_guard(store, statement("slot_claim/claim_paid"), guard, nothing)
}

on_both_engines!(control_without_the_guards_court_time_is_sold_twice, async |store| {
    let unguarded = without_claim_checks(&store).await;
    let nodes = Nodes::new([unguarded.clone(), unguarded], CONTROL_ROUNDS).await;
    for round in 0..CONTROL_ROUNDS {
        race(&nodes, round).await;
        if nodes.fixture.number(OVERLAPS).await > 0 {
            return;
        }
    }
    panic!("{CONTROL_ROUNDS} rounds without the guards went well: there is no race");
});

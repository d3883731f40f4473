//! The venue closes courts while players confirm and pay for them: no closed court is booked and all money is refunded. Without the
//! guard of the block this fails.

use serde_json::json;
use sideout_app::{
    booking::confirm_at_court::confirm_at_court,
    closures::{Closure, close_courts},
    payments::issue_refunds::issue_refunds,
    platform::random::SystemRandom,
};
use sideout_store::{Statement, Store};
use sideout_testkit::{on_both_engines, run_concurrently, statement, without_guard, without_guard_of};

use crate::{court_closures::sunday, fixture::PaymentsFixture};

/// Holds and bookings on courts that are closed.
const BOOKED_AND_BLOCKED: &str = "select count(*) from orders o
   join slot_claim c on c.court_id = o.court_id and c.starts_at = o.starts_at and c.block_id is not null
  where o.status in ('held', 'confirmed')";
/// Payments that were captured and not fully refunded.
const KEPT: &str = "select count(*) from payment p where p.status = 'captured' and not exists
  (select 1 from refund r where r.payment_id = p.payment_id and r.amount_paise = p.amount_paise
      and r.status in ('issued', 'processed'))";

/// Twelve players hold the twelve courts at 7 PM, half of them have paid. Now all of them confirm at once, while the venue
/// closes all twelve twice, through the store `venue`. Returns the holds and bookings on closed courts and the
/// payments kept after all refunds are sent, and the number of closures that succeeded.
async fn race(store: &Store, venue: &Store) -> (i64, i64, usize) {
    let fixture = PaymentsFixture::new(store.clone(), 12).await;
    let mut held = Vec::new();
    for player in 0..12_usize {
        let order = fixture.hold(player, i64::try_from(player).unwrap() + 1).await;
        if player % 2 == 0 {
            let checkout = fixture.checkout(&order).await;
            fixture.pay(&checkout, json!({})).await;
        }
        held.push(order);
    }
    let closed = run_concurrently(14, |n| {
        let (fixture, venue, order) = (fixture.clone(), venue.clone(), held.get(n).cloned());
        async move {
            let Some(order) = order else {
                let span = sunday("all", "19:00", "20:00");
                let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players: false };
                let closed = close_courts(
                    &venue,
                    &fixture.app.clock,
                    &SystemRandom,
                    &fixture.app.settings.receipts,
                    0,
                    closure,
                )
                .await;
                return closed.is_ok_and(|closed| closed.slots + closed.already == 12);
            };
            if n % 2 == 0 {
                fixture.hint(&order).await;
            } else {
                // Refused if the venue was first.
                drop(confirm_at_court(&fixture.app, order.customer, order.number, None).await);
            }
            false
        }
    });
    let closed = closed.await.into_iter().filter(|closed| *closed).count();
    for order in held.iter().step_by(2) {
        fixture.hint(order).await;
    }
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    let found = (fixture.number(BOOKED_AND_BLOCKED).await, fixture.number(KEPT).await, closed);
    if found.0 + found.1 == 0 {
        fixture.assert_all_agree().await;
    }
    found
}

/// A store on which the venue finds no claims of its courts.
fn without_claims(store: &Store) -> Store {
    let place = "where court_id = $1";
    without_guard(store, statement("slot_claim/find"), place, &format!("{place} and 1 = 0"))
}

on_both_engines!(courts_closed_while_players_confirm_are_not_booked_and_all_money_goes_back, async |store| {
    assert_eq!(race(&store, &store).await, (0, 0, 2));
});

on_both_engines!(a_closing_venue_does_not_block_a_court_that_is_claimed, async |store| {
    let (booked, _, closed) = race(&store, &without_claims(&store)).await;
    assert_eq!((booked, closed), (0, 0), "the block itself decides");
});

on_both_engines!(control_without_the_guard_a_block_overlaps_bookings, async |store| {
    let over = "on conflict (court_id, starts_at) do update
       set order_number = null, block_id = excluded.block_id, held_until = null";
    let unchecked =
        without_guard_of(statement("slot_claim/block"), "and other.ends_at > $2", "and other.ends_at < $2");
    let unchecked = Statement { name: "slot_claim/block", ..unchecked };
    let unguarded = without_guard(&without_claims(&store), unchecked, "on conflict do nothing", over);
    let (booked, kept, closed) = race(&store, &unguarded).await;
    assert!(booked + kept > 0 && closed == 2, "{booked} bookings on closed courts, {kept} payments kept");
});

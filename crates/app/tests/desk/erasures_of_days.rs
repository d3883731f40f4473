//! The report of a closed day names no player who is locked or erased, and its digest stays valid.

use sideout_app::desk::day::{check_days::check_days, close_day::close_day, read_day::read_day};
use sideout_domain::staff::Role;
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::erasing::{erase, erase_after_seven_days};
use crate::helpers::{SUNDAY, at, booked, number, open_app, pay_cash};

on_both_engines!(a_closed_day_stores_no_name_and_has_the_same_digest_after_an_erasure, async |store| {
    let (app, players) = open_app(store.clone(), 1).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let order = booked(&app, players[0], 1, "7:00 PM").await;
    app.clock.set(at("11:30 PM"));
    close_day(&app, &owner, VENUE, SUNDAY, request_key(1)).await.unwrap();
    let read = async || read_day(&app, &owner, VENUE, SUNDAY).await.unwrap().closed.unwrap();
    let before = read().await;
    let text = before.message.unwrap();
    assert!(text.contains("played, not paid ₹800 (Asha M, 90••• ••000)"), "{text}");
    let stored =
        "select cast(count(*) as bigint) from venue_day where facts like '%Asha%' or facts like '%90••%'";
    assert_eq!(number(&store, stored).await, 0, "what is stored names no player");
    pay_cash(&store, order.number, 800).await;
    let owner_with_fresh_proof = app.staff(Role::Owner, "9825041737", &[]).await;
    let owner_with_fresh_proof = app.actor(&owner_with_fresh_proof.token).await;
    erase(&app, &owner_with_fresh_proof, players[0], 2).await.unwrap();
    for is_gone in [false, true] {
        if is_gone {
            assert_eq!(erase_after_seven_days(&app).await, 1);
        }
        let after = read().await;
        let text = after.message.unwrap();
        assert!(text.contains("played, not paid ₹800 (a former player)"), "{text}");
        assert_eq!(after.check, before.check);
        assert_eq!(check_days(&store).await.unwrap(), (None, 2), "Saturday and Sunday");
    }
});

//! The picture of an erased player is gone from the store of pictures, whatever fails or stops in between.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use jiff::SignedDuration;
use sideout_app::{
    ImageKey, ImageKind, desk::players::erase_player::UNDO_TIME, jobs::erase_players::erase_players,
};
use sideout_domain::{CourtId, CustomerId, claim::Slot, order::OrderStatus, staff::Role};
use sideout_store::{Statement, Store, StoreError, UnusedPictures, params};
use sideout_testkit::{
    Interceptor, TestApp, intercept, on_both_engines, statement, without_guard, without_guard_of,
};

use crate::{
    erasing::{erase, erase_after_seven_days},
    helpers::{at, import, imported, number, open_app, run},
};

const ERASED: &str = "select cast(count(*) as bigint) from customer where erased_at is not null";

/// Stores a picture of the customer, as an upload does.
async fn add_picture(app: &TestApp, customer: CustomerId, byte: u8) -> ImageKey {
    let key = ImageKey::from_random([byte; 16], ImageKind::Jpeg);
    app.images.put(&key, vec![byte]).await.unwrap();
    let name_it = Statement {
        name: "test/name_picture",
        text: "update customer set image_key = $2 where customer_id = $1",
    };
    let named: Result<u64, StoreError> = app
        .store
        .write((customer, key.to_string()), move |tx, (customer, key)| {
            Box::pin(async move { tx.run(name_it, params![customer.0, key.as_str()]).await })
        })
        .await;
    assert_eq!(named.unwrap(), 1);
    key
}

/// An app with a player whose erasure is requested, an account that was merged into that player's, and another player, each with a
/// picture. Returns the first two pictures.
async fn open(store: &Store) -> (TestApp, [ImageKey; 2]) {
    let (app, players) = open_app(store.clone(), 3).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let keys = [add_picture(&app, players[0], 1).await, add_picture(&app, players[1], 2).await];
    run(store, "update customer set merged_into = 100000000000 where customer_id = 100000000001").await;
    let other = add_picture(&app, players[2], 3).await;
    erase(&app, &owner, players[0], 1).await.unwrap();
    assert!(app.images.get(&other).await.unwrap().is_some());
    (app, keys)
}

async fn stored(app: &TestApp, keys: &[ImageKey; 2]) -> [bool; 2] {
    [app.images.get(&keys[0]).await.unwrap().is_some(), app.images.get(&keys[1]).await.unwrap().is_some()]
}

on_both_engines!(an_erasure_removes_the_pictures_of_the_player_and_no_other, async |store| {
    let (app, keys) = open(&store).await;
    assert_eq!(erase_players(&app).await.unwrap(), 0);
    assert_eq!(stored(&app, &keys).await, [true, true], "it can still be undone");
    assert_eq!(erase_after_seven_days(&app).await, 1);
    assert_eq!(stored(&app, &keys).await, [false, false]);
    let other = ImageKey::from_random([3; 16], ImageKind::Jpeg);
    assert!(app.images.get(&other).await.unwrap().is_some());
});

on_both_engines!(a_player_whose_picture_cannot_be_removed_is_erased_by_a_later_run, async |store| {
    let (app, keys) = open(&store).await;
    // A folder that is not empty cannot be removed as a file.
    let key = keys[1].to_string();
    let path = app.folder.path().join("images").join(&key[..2]).join(&key);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir_all(path.join("in the way")).unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 0);
    assert_eq!(number(&store, ERASED).await, 0, "the row still names the picture");
    std::fs::remove_dir_all(&path).unwrap();
    app.images.put(&keys[1], vec![2]).await.unwrap();
    assert_eq!(erase_players(&app).await.unwrap(), 1);
    assert_eq!(stored(&app, &keys).await, [false, false]);
});

on_both_engines!(a_process_that_stops_after_the_picture_leaves_the_rest_to_another_run, async |store| {
    let (app, keys) = open(&store).await;
    let dying = without_guard(&store, statement("customer/erase"), "update customer", "update nowhere");
    app.clock.advance(UNDO_TIME.as_secs());
    erase_players(&app.another_node_on(dying, |_| {})).await.unwrap_err();
    assert_eq!(stored(&app, &keys).await, [false, false]);
    assert_eq!(number(&store, ERASED).await, 0);
    assert_eq!(erase_players(&app).await.unwrap(), 1);
    assert_eq!(number(&store, ERASED).await, 2, "with the account that was merged");
});

on_both_engines!(a_player_with_an_open_matter_keeps_the_picture, async |store| {
    let (app, keys) = open(&store).await;
    let a_month_on =
        Slot { court: CourtId(3), starts_at: at("7:00 PM") + SignedDuration::from_hours(30 * 24) };
    let player = CustomerId(100_000_000_000);
    import(&store, imported(player, a_month_on, OrderStatus::Confirmed)).await;
    assert_eq!(erase_after_seven_days(&app).await, 0);
    assert_eq!(stored(&app, &keys).await, [true, true]);
});

on_both_engines!(an_erasure_removes_a_replaced_picture_that_is_stored_still, async |store| {
    let (app, _) = open(&store).await;
    let replaced = ImageKey::from_random([4; 16], ImageKind::Jpeg);
    app.images.put(&replaced, vec![4]).await.unwrap();
    // Of the account that was merged into the player's.
    let record = app.store.write((replaced.to_string(), app.clock_now()), |tx, (key, now)| {
        Box::pin(async move { UnusedPictures(tx).add(key, CustomerId(100_000_000_001), *now).await })
    });
    let recorded: Result<(), StoreError> = record.await;
    recorded.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    assert_eq!(app.images.get(&replaced).await.unwrap(), None);
    assert_eq!(number(&store, "select cast(count(*) as bigint) from unused_picture").await, 0);
});

/// Shows a held court to the first read of what belongs to an account, and the truth to later ones.
struct HeldAtFirst(AtomicBool);

impl Interceptor for HeldAtFirst {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if statement.name != "customer/find_belongings" || self.0.swap(true, SeqCst) {
            return statement;
        }
        without_guard_of(statement, "= 'held') as holds", "= 'held') + 1 as holds")
    }
}

on_both_engines!(a_matter_that_ends_while_the_job_runs_leaves_the_player_to_a_later_run, async |store| {
    let (app, keys) = open(&store).await;
    app.clock.advance(UNDO_TIME.as_secs());
    let held_at_first = intercept(&store, Arc::new(HeldAtFirst(AtomicBool::new(false))));
    assert_eq!(erase_players(&app.another_node_on(held_at_first, |_| {})).await.unwrap(), 0);
    assert_eq!(number(&store, ERASED).await, 0, "the row still names the picture");
    assert_eq!(stored(&app, &keys).await, [true, true]);
    assert_eq!(erase_players(&app).await.unwrap(), 1);
    assert_eq!(stored(&app, &keys).await, [false, false]);
});

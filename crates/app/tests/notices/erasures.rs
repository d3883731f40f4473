//! The messages to a player when an erasure is requested, and when it is undone.

use sideout_app::{
    desk::players::{erase_player::erase_player, undo_erasure::undo_erasure},
    steps::audited::Actor,
};
use sideout_domain::staff::Role;
use sideout_testkit::{on_both_engines, request_key};

use crate::fixture::NoticesFixture;

async fn erase(fixture: &NoticesFixture, owner: &Actor) {
    let reason = "Asked by mail".to_owned();
    erase_player(&fixture.app, owner, fixture.players[0], reason, request_key(1)).await.unwrap();
}

async fn undo(fixture: &NoticesFixture, owner: &Actor) {
    let reason = "Called and wants to stay".to_owned();
    undo_erasure(&fixture.app, owner, fixture.players[0], reason, request_key(2)).await.unwrap();
}

on_both_engines!(an_erasure_is_announced_with_its_day_and_what_stays, async |store| {
    let fixture = NoticesFixture::new(store, 2).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    erase(&fixture, &owner).await;
    assert_eq!(fixture.deliver().await, (1, 1));
    let text = "Sideout: your account is locked and your data will be erased on Sat, 28 Nov. To keep it, call us before that day.";
    assert_eq!(fixture.texts(0).await, [text]);
    let emails = fixture.emails(0).await;
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0]["subject"], "Your data will be erased");
    let body = emails[0]["text"].as_str().unwrap();
    for wanted in [
        "Hi Asha, your Sideout account is locked, and your data will be erased on Saturday, 28 November 2026. Every login has ended.",
        "Bookings and books stay under a number, and receipts as they were issued, because the law requires them.",
        "If your phone number is registered again, missed games count for 90 days, and a block until it ends.",
        "If you want to keep your account, call us before that day.",
    ] {
        assert!(body.contains(wanted), "{wanted}: {body}");
    }
    assert_eq!(emails[0]["attachments"].as_array().map(Vec::len), Some(0), "it is about no game");
    let html = fixture.html(&emails[0]).await;
    assert!(html.contains("Saturday, 28 November 2026"), "{html}");
    assert!(
        fixture.texts(1).await.is_empty() && fixture.emails(1).await.is_empty(),
        "no other player is told"
    );
});

on_both_engines!(an_undone_erasure_is_told_with_the_way_back_in, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    erase(&fixture, &owner).await;
    fixture.deliver().await;
    undo(&fixture, &owner).await;
    assert_eq!(fixture.deliver().await, (1, 1));
    let text = "Sideout: your data will not be erased after all. You can sign in as before.";
    assert_eq!(fixture.texts(0).await[0], text);
    let emails = fixture.emails(0).await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[0]["subject"], "Your data will not be erased");
    let body = emails[0]["text"].as_str().unwrap();
    for wanted in [
        "Hi Asha, your Sideout account is open again. Sign in with the password that you had.",
        "Sign in: http://127.0.0.1:8080/login",
    ] {
        assert!(body.contains(wanted), "{wanted}: {body}");
    }
});

on_both_engines!(an_erasure_that_was_undone_before_its_message_is_not_announced, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    erase(&fixture, &owner).await;
    undo(&fixture, &owner).await;
    assert_eq!(fixture.deliver().await, (1, 1));
    let subjects: Vec<_> = fixture.emails(0).await.iter().map(|email| email["subject"].clone()).collect();
    assert_eq!(subjects, ["Your data will not be erased"]);
    let outcomes =
        fixture.written().await.into_iter().filter(|message| message.key.contains("erasure_asked"));
    let outcomes: Vec<_> = outcomes.map(|message| message.outcome.unwrap()).collect();
    assert_eq!(outcomes, ["dropped", "dropped"]);
});

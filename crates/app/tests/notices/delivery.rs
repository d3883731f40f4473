//! Each message is sent by one node, and again only if it is not recorded as sent.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use sideout_app::{
    desk::players::merge_players::{Merge, merge_players},
    notices::deliver::deliver,
};
use sideout_domain::{
    notice::{Channel, next_try_seconds},
    staff::Role,
};
use sideout_providers::messaging::{Acceptance, Fault, MessageError, TextMessage, TextMessenger};
use sideout_store::{Store, StoreError};
use sideout_testkit::{
    TestApp, after_next_write, on_both_engines, request_key, run_concurrently, statement, without_guard,
};

use crate::fixture::NoticesFixture;

const MAILBOX_IS_UNKNOWN: &str = "update customer set email = 'no-such-mailbox@example.in'";
const MAILBOX_IS_BUSY: &str = "update customer set email = 'try-later@example.in'";
const MAILBOX_IS_OPEN: &str = "update customer set email = 'asha@example.in'";
/// In the sandbox this number is invalid.
const NUMBER_IS_INVALID: &str = "update customer set phone = '+919999900009'";
/// In the sandbox the account has no balance for a text to this number.
const BALANCE_IS_EMPTY: &str = "update customer set phone = '+919999900004'";
/// The number that player 0 has at first.
const NUMBER_IS_VALID: &str = "update customer set phone = '+919000000000'";

on_both_engines!(an_email_the_relay_cannot_accept_is_tried_again_with_growing_delays, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.mail", order.number);
    fixture.run(MAILBOX_IS_BUSY).await;
    for (failed, wait) in [(1, 60), (2, 120), (3, 240)] {
        assert_eq!(deliver(&fixture.app, Channel::Mail, || true).await.unwrap(), 0);
        let message = fixture.message(&key).await;
        let next = fixture.app.clock_now().as_millisecond() + wait * 1_000;
        assert_eq!((message.tries, message.due, message.outcome), (failed, Some(next), None));
        fixture.app.clock.advance(wait - 1);
        assert_eq!(deliver(&fixture.app, Channel::Mail, || true).await.unwrap(), 0);
        assert_eq!(fixture.message(&key).await.tries, failed, "the message is not tried before its time");
        fixture.app.clock.advance(1);
    }
    fixture.run(MAILBOX_IS_OPEN).await;
    assert_eq!(deliver(&fixture.app, Channel::Mail, || true).await.unwrap(), 1);
    assert_eq!(fixture.message(&key).await.outcome.as_deref(), Some("sent"));
});

on_both_engines!(while_the_brand_cannot_be_read_messages_wait_without_using_up_tries, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.book(0, 3).await;
    fixture.run("insert into brand (brand_id, document, updated_at) values (1, 'no document', 0)").await;
    for _ in 0..3 {
        // A node keeps the brand for two seconds.
        fixture.app.clock.advance(2);
        for channel in Channel::ALL {
            let ended = deliver(&fixture.app, *channel, || true).await;
            assert!(matches!(ended, Err(StoreError::Corrupt(_))), "{ended:?}");
        }
    }
    assert!(fixture.written().await.iter().all(|message| message.tries == 0));
    fixture.run("update brand set document = '{}'").await;
    assert_eq!(fixture.deliver().await, (1, 1));
});

on_both_engines!(an_email_that_cannot_be_sent_is_given_up_after_its_last_try, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.mail", order.number);
    fixture.run(MAILBOX_IS_BUSY).await;
    let mut tries = 0;
    while fixture.message(&key).await.outcome.is_none() {
        deliver(&fixture.app, Channel::Mail, || true).await.unwrap();
        tries += 1;
        fixture.app.clock.advance(next_try_seconds(tries).unwrap_or(0));
    }
    let message = fixture.message(&key).await;
    assert_eq!((message.outcome.as_deref(), message.tries), (Some("dead"), tries));
    assert_eq!(next_try_seconds(tries), None);
    assert!(fixture.all_emails().await.is_empty());
});

on_both_engines!(
    a_message_about_a_booking_that_cannot_be_read_is_given_up_and_stops_no_other,
    async |store| {
        let fixture = NoticesFixture::new(store, 2).await;
        let order = fixture.book(0, 3).await;
        fixture.book(1, 4).await;
        fixture.run("update orders set cancel_cutoff_minutes = -1 where court_id = 3").await;
        assert_eq!(fixture.deliver().await, (1, 1), "the other player is told");
        let mut tries = 1;
        while let Some(wait) = next_try_seconds(tries) {
            fixture.app.clock.advance(wait);
            fixture.deliver().await;
            tries += 1;
        }
        for channel in ["text", "mail"] {
            let message = fixture.message(&format!("{}.confirmed.{channel}", order.number)).await;
            assert_eq!((message.outcome.as_deref(), message.tries), (Some("dead"), tries), "{channel}");
        }
    }
);

on_both_engines!(
    an_address_that_takes_no_mail_and_a_number_that_takes_no_texts_are_given_up_at_once,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let order = fixture.book(0, 3).await;
        fixture.run(MAILBOX_IS_UNKNOWN).await;
        fixture.run(NUMBER_IS_INVALID).await;
        assert_eq!(fixture.deliver().await, (0, 0));
        for channel in ["text", "mail"] {
            let message = fixture.message(&format!("{}.confirmed.{channel}", order.number)).await;
            assert_eq!((message.outcome.as_deref(), message.tries), (Some("dead"), 1), "{channel}");
        }
    }
);

on_both_engines!(a_text_is_tried_again_when_the_account_at_the_provider_has_balance_again, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.text", order.number);
    fixture.run(BALANCE_IS_EMPTY).await;
    assert_eq!(deliver(&fixture.app, Channel::Text, || true).await.unwrap(), 0);
    assert_eq!(fixture.message(&key).await.outcome, None);
    fixture.run(NUMBER_IS_VALID).await;
    fixture.app.clock.advance(60);
    assert_eq!(deliver(&fixture.app, Channel::Text, || true).await.unwrap(), 1);
    assert_eq!(fixture.texts(0).await.len(), 1);
});

/// Refuses each text and requests a wait of 136 years.
#[derive(Debug)]
struct WaitingMessenger;

#[async_trait]
impl TextMessenger for WaitingMessenger {
    async fn send(&self, _: &TextMessage) -> Result<Acceptance, MessageError> {
        Err(MessageError::Unavailable(Fault {
            provider: "waiting",
            to: String::new(),
            message: String::new(),
            status: Some(429),
            code: None,
            retry_after: Some(u32::MAX),
        }))
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        Ok(message.brand.clone())
    }
}

on_both_engines!(a_text_is_tried_again_within_hours_although_the_provider_requests_years, async |store| {
    let fixture =
        NoticesFixture::with_channels(store, 1, |channels| channels.texts = Arc::new(WaitingMessenger)).await;
    let order = fixture.book(0, 3).await;
    assert_eq!(deliver(&fixture.app, Channel::Text, || true).await.unwrap(), 0);
    let message = fixture.message(&format!("{}.confirmed.text", order.number)).await;
    let next = fixture.app.clock_now().as_millisecond() + 6 * 3_600 * 1_000;
    assert_eq!((message.tries, message.due, message.outcome), (1, Some(next), None));
});

on_both_engines!(
    a_message_of_an_account_that_is_merged_meanwhile_goes_to_the_one_that_stays,
    async |store| {
        let fixture = NoticesFixture::new(store.clone(), 2).await;
        let owner = fixture.member(Role::Owner, "9825041736").await;
        let order = fixture.book(1, 3).await;
        let (app, accounts) =
            (fixture.app.clone(), Merge { kept: fixture.players[0], gone: fixture.players[1] });
        // The first unit of work that writes claims the message.
        let store = after_next_write(&store, move || async move {
            merge_players(&app, &owner, accounts, "New number".to_owned(), request_key(1)).await.unwrap();
        });
        let node = fixture.app.another_node_on(store, |_| {});
        assert_eq!(deliver(&node, Channel::Text, || true).await.unwrap(), 1);
        let message = fixture.message(&format!("{}.confirmed.text", order.number)).await;
        assert_eq!(message.outcome.as_deref(), Some("sent"));
        assert_eq!((fixture.texts(0).await.len(), fixture.texts(1).await.len()), (1, 0));
    }
);

/// Returns how often each email of twelve bookings arrives if three nodes deliver concurrently, with or without the guard of
/// `outbox/claim`.
async fn copies(store: Store, is_guarded: bool) -> HashMap<String, usize> {
    let fixture = NoticesFixture::new(store.clone(), 12).await;
    for player in 0..12 {
        fixture.book(player, player as i64 + 1).await;
    }
    let store = if is_guarded {
        store
    } else {
        without_guard(&store, statement("outbox/claim"), "and m.next_try_at = $3", UNCLAIMED)
    };
    let nodes: Vec<TestApp> = (0..3).map(|_| fixture.app.another_node_on(store.clone(), |_| {})).collect();
    run_concurrently(9, |n| {
        let node = nodes[n % 3].clone();
        // A node whose message was ended by another node fails, as it should.
        async move { deliver(&node, Channel::Mail, || true).await.ok() }
    })
    .await;
    let mut copies = HashMap::new();
    for email in fixture.all_emails().await {
        *copies.entry(email["message_id"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    copies
}

const UNCLAIMED: &str = "and $3 = $3 and m.next_try_at is not null";

on_both_engines!(three_nodes_send_each_email_once, async |store| {
    let copies = copies(store, true).await;
    assert_eq!(copies.len(), 12);
    assert!(copies.values().all(|copies| *copies == 1), "{copies:?}");
});

on_both_engines!(control_without_claiming_messages_three_nodes_send_emails_twice, async |store| {
    let copies = copies(store, false).await;
    assert!(copies.values().any(|copies| *copies > 1), "{copies:?}");
});

on_both_engines!(a_message_that_a_node_died_over_is_sent_again_with_the_same_id, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    fixture.book(0, 3).await;
    // This node sends the message and dies before it records that.
    let dying = without_guard(&store, statement("outbox/end"), "and outcome is null", "and 1 = 0");
    let dying = fixture.app.another_node_on(dying, |_| {});
    deliver(&dying, Channel::Mail, || true).await.unwrap();
    assert_eq!(fixture.emails(0).await.len(), 1);
    fixture.app.clock.advance(119);
    assert_eq!(fixture.deliver().await.1, 0, "the first node may still be sending it");
    fixture.app.clock.advance(1);
    assert_eq!(fixture.deliver().await.1, 1);
    assert_eq!(fixture.deliver().await.1, 0);
    let emails = fixture.emails(0).await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[0]["message_id"], emails[1]["message_id"], "for mail programs the two are one message");
});

on_both_engines!(a_node_that_is_stopping_starts_no_further_message, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.book(0, 3).await;
    let before = fixture.written().await;
    for channel in Channel::ALL {
        assert_eq!(deliver(&fixture.app, *channel, || false).await.unwrap(), 0);
    }
    assert_eq!(fixture.written().await, before);
});

//! What the desk sees of the messages to players, and how it sends one again.

use std::collections::{BTreeSet, HashSet};

use sideout_app::{
    booking::cancel::cancel,
    desk::{
        messages::{
            Message,
            list_messages::{About, ListMessages, ListMessagesError, ListedMessages, list_messages},
            open_message::{OpenMessageError, OpenedMessage, open_message},
            resend_message::{Resend, ResendMessageError, resend_message},
        },
        players::merge_players::{Merge, merge_players},
    },
    platform::day_range::DayRange,
    staff::{EditMember, edit_member},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    notice::{Channel, DropReason, Notice, Outcome, next_try_seconds},
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{
    meanwhile, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement,
    two_nodes_on_postgres, without_guard,
};

use crate::fixture::NoticesFixture;

fn all() -> ListMessages {
    ListMessages {
        venue: None,
        about: About::AllPlayers,
        outcome: None,
        channel: None,
        days: DayRange::default(),
        after: None,
        limit: 200,
    }
}

impl NoticesFixture {
    async fn messages(&self, actor: &Actor, list: ListMessages) -> ListedMessages {
        list_messages(&self.app, actor, list).await.unwrap()
    }

    async fn opened(&self, actor: &Actor, key: &str) -> OpenedMessage {
        open_message(&self.app, actor, key.to_owned()).await.unwrap()
    }

    async fn resend(&self, actor: &Actor, key: &str, request: u64) -> Result<(), ResendMessageError> {
        resend_message(&self.app, actor, key.to_owned(), request_key(request)).await
    }
}

fn keys(listed: &[Message]) -> Vec<&str> {
    listed.iter().map(|message| message.stored.key.as_str()).collect()
}

async fn entries(store: &Store, verb: &'static str) -> i64 {
    let text =
        format!("select cast(count(*) as bigint) as entries from audit_entry where verb = '{verb}'").leak();
    let statement = Statement { name: "test/entries", text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.one(*statement, &[]).await }));
    let row: Result<_, StoreError> = read.await;
    row.unwrap().integer("entries").unwrap()
}

on_both_engines!(a_list_shows_what_waits_what_was_sent_and_why_something_was_not, async |store| {
    let fixture = NoticesFixture::new(store, 2).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    let order = fixture.book(0, 3).await;
    fixture.app.clock.advance(1);
    let other = fixture.book(1, 4).await;
    cancel(&fixture.app, other.customer, other.number, None).await.unwrap();
    fixture.deliver().await;
    let about = ListMessages { about: About::Order(order.number), ..all() };
    let listed = fixture.messages(&owner, about.clone()).await.messages;
    let (number, start) = (order.number, order.slot.starts_at.as_second());
    assert_eq!(
        keys(&listed),
        [
            format!("{number}.confirmed.text"),
            format!("{number}.confirmed.mail"),
            format!("{number}-{start}.reminder.text"),
            format!("{number}-{start}.reminder.mail"),
        ]
        .iter()
        .map(String::as_str)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .rev()
        .collect::<Vec<_>>()
    );
    let sent: Vec<_> = listed.iter().filter(|message| message.outcome == Some(Outcome::Sent)).collect();
    assert_eq!(sent.len(), 2);
    assert_eq!((sent[0].name.as_str(), sent[0].venue), ("Asha Mehta", Some(VENUE)));
    let waiting = ListMessages { outcome: Some(None), channel: Some(Channel::Text), ..about };
    let waiting = fixture.messages(&owner, waiting).await.messages;
    assert_eq!(keys(&waiting), [format!("{number}-{start}.reminder.text")]);
    assert_eq!(waiting[0].stored.due.as_second(), start - 3 * 3_600, "three hours before the game");
    let player =
        ListMessages { about: About::Player(other.customer), outcome: Some(Some(Outcome::Dropped)), ..all() };
    let dropped = fixture.messages(&owner, player).await.messages;
    let why: Vec<_> = dropped.iter().map(|message| message.drop_reason).collect();
    assert_eq!(why, [Some(DropReason::BookingCancelled); 2]);
});

on_both_engines!(messages_are_listed_by_an_account_that_was_merged_as_by_the_one_that_stays, async |store| {
    let fixture = NoticesFixture::new(store, 2).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    fixture.book(1, 3).await;
    let [kept, gone] = [fixture.players[0], fixture.players[1]];
    let reason = "New number".to_owned();
    merge_players(&fixture.app, &owner, Merge { kept, gone }, reason, request_key(1)).await.unwrap();
    for player in [kept, gone] {
        let list = ListMessages { about: About::Player(player), ..all() };
        assert_eq!(fixture.messages(&owner, list).await.messages.len(), 4, "{player:?}");
    }
});

on_both_engines!(a_message_of_a_kind_that_only_a_newer_program_knows_hides_no_other, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    fixture.book(0, 3).await;
    let whole = fixture.messages(&owner, all()).await.messages;
    let (unknown, known): (Vec<&Message>, Vec<&Message>) =
        whole.iter().partition(|message| message.stored.notice == Notice::Reminder);
    assert_eq!((unknown.len(), known.len()), (2, 2));
    // As if a newer program had written the reminders, with a notice that this one does not know.
    let newer = "from (select message_key, customer_id, order_number, amount_paise, channel, tries, next_try_at, created_at, resends,
                          outcome, ended_at, drop_reason, failure, resent_at, resent_by,
                          case when notice = 'reminder' then 'forecast' else notice end as notice from outbox) m";
    let mut of_newer = store;
    for name in ["outbox/list", "outbox/list_of_customer", "outbox/find"] {
        of_newer = without_guard(&of_newer, statement(name), "from outbox m", newer);
    }
    let node = fixture.app.another_node_on(of_newer, |_| {});
    for (about, limit) in
        [(About::AllPlayers, 200), (About::AllPlayers, 1), (About::Player(fixture.players[0]), 200)]
    {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page =
                list_messages(&node, &owner, ListMessages { about, limit, after, ..all() }).await.unwrap();
            seen.extend(page.messages);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(keys(&seen), known.iter().map(|message| message.stored.key.as_str()).collect::<Vec<_>>());
    }
    let opened = open_message(&node, &owner, unknown[0].stored.key.clone()).await;
    assert!(matches!(opened, Err(OpenMessageError::NoMessage)), "{opened:?}");
});

on_both_engines!(pages_follow_each_other_without_a_gap_or_a_repetition, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    for court in 1..6 {
        fixture.book(0, court).await;
    }
    let whole = fixture.messages(&owner, all()).await;
    assert_eq!((whole.messages.len(), whole.next), (20, None));
    let (mut pages, mut after) = (Vec::new(), None);
    loop {
        let page = fixture.messages(&owner, ListMessages { after, limit: 6, ..all() }).await;
        // What is written meanwhile is newer than the page.
        fixture.app.clock.advance(1);
        fixture.book_at(0, 6 + i64::try_from(pages.len()).unwrap() / 6, "8:00 AM").await;
        pages.extend(page.messages);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(keys(&pages), keys(&whole.messages));
});

on_both_engines!(
    a_clerk_sees_seven_days_of_their_own_venue_and_only_an_owner_sees_messages_about_accounts,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let order = fixture.book(0, 3).await;
        fixture.deliver().await;
        let text = "insert into outbox (message_key, notice, channel, customer_id, tries, next_try_at, created_at)
                select 'account-' || cast(customer_id as text) || '-1.password_changed.text', 'password_changed', 'text', customer_id, 0,
                       created_at, created_at
                  from outbox where notice = 'confirmed' and channel = 'text'";
        fixture.run(text).await;
        let key = format!("{}.confirmed.text", order.number);
        let account = format!("account-{}-1.password_changed.text", order.customer);
        for (role, phone, seen) in
            [(Role::Owner, "9825041731", 5), (Role::Manager, "9825041732", 4), (Role::Desk, "9825041733", 4)]
        {
            let actor = fixture.member(role, phone).await;
            assert_eq!(fixture.messages(&actor, all()).await.messages.len(), seen, "{role}");
            let found = open_message(&fixture.app, &actor, account.clone()).await;
            assert_eq!(found.is_ok(), role == Role::Owner, "{role}: {found:?}");
            let sent_again = fixture.resend(&actor, &account, seen as u64 * 10).await;
            assert!(
                matches!(
                    (&sent_again, role),
                    (Err(ResendMessageError::Waiting), Role::Owner)
                        | (Err(ResendMessageError::NoMessage), Role::Manager | Role::Desk)
                ),
                "{role}: {sent_again:?}"
            );
        }
        let elsewhere = fixture.app.staff(Role::Manager, "9825041734", &[]).await;
        let elsewhere = fixture.app.actor(&elsewhere.token).await;
        assert_eq!(fixture.messages(&elsewhere, all()).await.messages, []);
        let refused =
            list_messages(&fixture.app, &elsewhere, ListMessages { venue: Some(VENUE), ..all() }).await;
        assert!(matches!(refused, Err(ListMessagesError::Refused(Refused::OtherVenue))), "{refused:?}");
        assert!(matches!(
            open_message(&fixture.app, &elsewhere, key.clone()).await,
            Err(OpenMessageError::NoMessage)
        ));
        assert!(matches!(fixture.resend(&elsewhere, &key, 1).await, Err(ResendMessageError::NoMessage)));

        fixture.app.clock.advance(7 * 86_400 - 1);
        let about = ListMessages { about: About::Order(order.number), ..all() };
        let clerk = fixture.member(Role::Desk, "9825041736").await;
        assert_eq!(fixture.messages(&clerk, about.clone()).await.messages.len(), 4);
        fixture.app.clock.advance(2);
        let clerk = fixture.member(Role::Desk, "9825041735").await;
        assert_eq!(fixture.messages(&clerk, about.clone()).await.messages, []);
        assert!(matches!(
            open_message(&fixture.app, &clerk, key.clone()).await,
            Err(OpenMessageError::NoMessage)
        ));
        let manager = fixture.member(Role::Manager, "9825041737").await;
        assert_eq!(fixture.messages(&manager, about).await.messages.len(), 4);
        assert_eq!(fixture.messages(&manager, all()).await.messages, [], "seven days, if no day is named");
        let days = DayRange { first: Some(jiff::civil::date(2026, 11, 21)), last: None };
        assert_eq!(fixture.messages(&manager, ListMessages { days, ..all() }).await.messages.len(), 4);
        let days = DayRange { first: None, last: Some(jiff::civil::date(2026, 11, 21)) };
        let until = fixture.messages(&manager, ListMessages { days, ..all() }).await.messages;
        assert_eq!(until.len(), 4, "all until a day more than seven days ago");
    }
);

on_both_engines!(the_words_are_those_that_arrived_and_are_shown_only_with_an_entry, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let clerk = fixture.member(Role::Desk, "9825041736").await;
    let key = format!("{}.confirmed.text", order.number);
    let before = fixture.opened(&clerk, &key).await;
    fixture.deliver().await;
    let opened = fixture.opened(&clerk, &key).await;
    let arrived = fixture.texts(0).await.remove(0);
    assert_eq!(opened.copies[0].body, arrived);
    assert_eq!(before.present.unwrap().body, arrived, "a waiting message shows what will be sent");
    assert_eq!(opened.copies[0].to, "+919000000000");
    assert_eq!(opened.copies[0].provider.as_deref(), Some("msg91"));
    assert_eq!(entries(&store, "message.read").await, 1, "one a day for each person and message");
    let mail = fixture.opened(&clerk, &format!("{}.confirmed.mail", order.number)).await;
    let email = &fixture.emails(0).await[0];
    assert_eq!(mail.copies[0].subject.as_deref(), email["subject"].as_str());
    let lines = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned();
    assert_eq!(lines(&mail.copies[0].body), lines(email["text"].as_str().unwrap()));
    assert_eq!(entries(&store, "message.read").await, 2);
    // What was sent stays as it was, whatever happens to the booking.
    fixture.run("update court set name = 'Court 9'").await;
    fixture.run("update orders set venue_day = '2026-11-23'").await;
    assert_eq!(fixture.opened(&clerk, &key).await.copies[0].body, arrived);
    let broken =
        without_guard(&store, statement("audit_entry/add"), "insert into audit_entry", "insert into nowhere");
    let other = fixture.member(Role::Desk, "9825041737").await;
    let refused = open_message(&fixture.app.another_node_on(broken, |_| {}), &other, key).await;
    assert!(
        matches!(refused, Err(OpenMessageError::Store(_))),
        "the words are not shown without an entry: {refused:?}"
    );
});

on_both_engines!(a_message_is_sent_again_once_in_ten_minutes, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let clerk = fixture.member(Role::Desk, "9825041736").await;
    let (text, mail) =
        (format!("{}.confirmed.text", order.number), format!("{}.confirmed.mail", order.number));
    assert!(matches!(fixture.resend(&clerk, &text, 1).await, Err(ResendMessageError::Waiting)));
    fixture.deliver().await;
    fixture.resend(&clerk, &mail, 2).await.unwrap();
    fixture.resend(&clerk, &mail, 2).await.unwrap();
    fixture.resend(&clerk, &text, 3).await.unwrap();
    assert_eq!(entries(&store, "message.resent").await, 2, "a repeat adds no entry");
    let asked_at = fixture.app.clock_now();
    fixture.app.clock.advance(14);
    fixture.move_providers_clock(15).await;
    assert_eq!(fixture.deliver().await, (0, 0), "a provider would take it for the same request");
    fixture.app.clock.advance(1);
    assert_eq!(fixture.deliver().await, (1, 1));
    assert_eq!(fixture.emails(0).await.len(), 2);
    let ids: HashSet<_> =
        fixture.emails(0).await.iter().map(|mail| mail["message_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids.len(), 2, "a mail program would hide a second mail with the id of the first");
    assert_eq!(fixture.opened(&clerk, &text).await.copies.len(), 2);
    let opened = fixture.opened(&clerk, &mail).await;
    assert_eq!((opened.copies.len(), opened.message.stored.resends), (2, 1));
    assert_eq!(opened.message.resent.map(|(_, by)| by), Some(clerk.id()));
    let until = asked_at + jiff::SignedDuration::from_mins(10);
    assert_eq!(opened.resend, Resend::TooSoon(until));
    fixture.app.clock.advance(584);
    let early = fixture.resend(&clerk, &mail, 4).await;
    assert!(matches!(early, Err(ResendMessageError::TooSoon(at)) if at == until), "{early:?}");
    fixture.app.clock.advance(1);
    assert_eq!(
        (fixture.app.clock_now(), fixture.opened(&clerk, &mail).await.resend),
        (until, Resend::Possible)
    );
    fixture.resend(&clerk, &mail, 5).await.unwrap();
    assert_eq!(fixture.deliver().await, (0, 1));
    assert_eq!(entries(&store, "message.resent").await, 3, "a refusal adds no entry");
});

on_both_engines!(a_message_that_is_no_longer_true_is_not_sent_again, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let clerk = fixture.member(Role::Desk, "9825041736").await;
    let key = format!("{}.confirmed.text", order.number);
    fixture.deliver().await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let refused = fixture.resend(&clerk, &key, 1).await;
    assert!(
        matches!(refused, Err(ResendMessageError::WouldBeDropped(DropReason::BookingCancelled))),
        "{refused:?}"
    );
    let opened = fixture.opened(&clerk, &key).await;
    assert_eq!(opened.resend, Resend::WouldBeDropped(DropReason::BookingCancelled));
    assert_eq!(opened.present, Err(DropReason::BookingCancelled));
    assert_eq!(opened.copies.len(), 1, "the copy of what was sent stays");
    fixture.deliver().await;
    assert_eq!(fixture.texts(0).await.len(), 2, "the confirmation and the cancellation, once each");
    let mail = format!("{}.cancelled.mail", order.number);
    fixture.run("update customer set email = ''").await;
    let refused = fixture.resend(&clerk, &mail, 2).await;
    assert!(matches!(refused, Err(ResendMessageError::WouldBeDropped(DropReason::NoAddress))), "{refused:?}");
    assert_eq!(entries(&store, "message.resent").await, 0);
});

on_both_engines!(a_failed_message_shows_its_reason_until_staff_have_it_sent_again, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let manager = fixture.member(Role::Manager, "9825041736").await;
    let key = format!("{}.confirmed.mail", order.number);
    fixture.run("update customer set email = 'no-such-mailbox@example.in'").await;
    fixture.deliver().await;
    let failed = fixture.opened(&manager, &key).await;
    assert_eq!(failed.message.outcome, Some(Outcome::Dead));
    assert!(failed.message.failure.unwrap().starts_with("cannot be sent to this address"));
    assert!(failed.copies.is_empty());
    fixture.run("update customer set email = 'asha@example.in'").await;
    fixture.resend(&manager, &key, 1).await.unwrap();
    fixture.app.clock.advance(15);
    assert_eq!(fixture.deliver().await, (0, 1));
    let sent = fixture.opened(&manager, &key).await;
    assert_eq!((sent.message.failure, sent.copies.len()), (None, 1));
    assert_eq!(sent.copies[0].to, "asha@example.in");
});

on_both_engines!(a_message_that_cannot_be_read_is_given_up_stops_no_other_and_is_shown, async |store| {
    let fixture = NoticesFixture::new(store, 2).await;
    let order = fixture.book(0, 3).await;
    fixture.book(1, 4).await;
    let key = format!("{}.confirmed.mail", order.number);
    // No order has this number.
    fixture
        .run(
            "update outbox set order_number = 7 where notice = 'confirmed' and channel = 'mail' \
              and customer_id = (select min(customer_id) from customer)",
        )
        .await;
    assert_eq!(fixture.deliver().await, (2, 1), "the others are sent");
    let mut tries = 1;
    while let Some(wait) = next_try_seconds(tries) {
        fixture.app.clock.advance(wait);
        fixture.deliver().await;
        tries += 1;
    }
    let owner = fixture.member(Role::Owner, "9825041736").await;
    let listed = fixture.messages(&owner, all()).await.messages;
    let shown = listed.iter().find(|message| message.stored.key == key).unwrap();
    assert_eq!((shown.outcome, shown.stored.tries), (Some(Outcome::Dead), tries));
    assert!(shown.failure.as_ref().unwrap().contains("order_number"), "{:?}", shown.failure);
    let opened = fixture.opened(&owner, &key).await;
    assert_eq!(opened.present, Err(DropReason::NothingToTell));
});

on_both_engines!(a_message_about_a_booking_that_cannot_be_read_is_not_sent_again, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.text", order.number);
    fixture.deliver().await;
    fixture.run("update orders set cancel_cutoff_minutes = -1").await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    assert_eq!(fixture.opened(&owner, &key).await.resend, Resend::WouldBeDropped(DropReason::NothingToTell));
    let refused = fixture.resend(&owner, &key, 1).await;
    assert!(
        matches!(refused, Err(ResendMessageError::WouldBeDropped(DropReason::NothingToTell))),
        "{refused:?}"
    );
});

on_both_engines!(a_message_whose_registered_text_cannot_be_filled_in_is_not_sent_again, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.text", order.number);
    fixture.deliver().await;
    // The text names the court, and telephone operators drop a text with an empty value.
    fixture.run("update court set name = ''").await;
    let clerk = fixture.member(Role::Desk, "9825041736").await;
    assert_eq!(fixture.opened(&clerk, &key).await.resend, Resend::WouldBeDropped(DropReason::NoText));
    let refused = fixture.resend(&clerk, &key, 1).await;
    assert!(matches!(refused, Err(ResendMessageError::WouldBeDropped(DropReason::NoText))), "{refused:?}");
    assert_eq!(entries(&store, "message.resent").await, 0);
});

on_both_engines!(of_twelve_calls_at_once_one_sends_a_message_again, async |store| {
    let fixture = NoticesFixture::new(store.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let key = format!("{}.confirmed.mail", order.number);
    fixture.deliver().await;
    let manager = fixture.member(Role::Manager, "9825041736").await;
    let tried = run_concurrently(12, |n| {
        let (fixture, manager, key) = (fixture.clone(), manager.clone(), key.clone());
        async move { fixture.resend(&manager, &key, 1 + n as u64).await.is_ok() }
    });
    assert_eq!(tried.await.into_iter().filter(|is_sent| *is_sent).count(), 1);
    fixture.app.clock.advance(15);
    assert_eq!(fixture.deliver().await, (0, 1));
    assert_eq!(fixture.emails(0).await.len(), 2);
    assert_eq!(entries(&store, "message.resent").await, 1);
});

/// Another node sends a message again after a call has read that it has ended and before that call writes. Returns whether the call
/// succeeds, too, and how often the message was sent again.
async fn resent_by_both(here: Store, there: Store) -> (bool, i64) {
    let fixture = NoticesFixture::new(there.clone(), 1).await;
    let order = fixture.book(0, 3).await;
    let message = format!("{}.confirmed.mail", order.number);
    fixture.deliver().await;
    let manager = fixture.member(Role::Manager, "9825041736").await;
    let (other, by, same) = (fixture.clone(), manager.clone(), message.clone());
    let here = meanwhile(&here, "outbox/send_again", move || async move {
        other.app.clock.advance(5);
        other.resend(&by, &same, 1).await.unwrap();
    });
    let node = fixture.app.another_node_on(here, |_| {});
    let resent = resend_message(&node, &manager, message, request_key(2)).await;
    let until = fixture.app.clock_now() + jiff::SignedDuration::from_mins(10);
    if let Err(refused) = &resent {
        let is_after_the_other = matches!(refused, ResendMessageError::TooSoon(at) if *at == until);
        assert!(is_after_the_other, "ten minutes after the other node's: {refused:?}");
    }
    (resent.is_ok(), entries(&there, "message.resent").await)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_message_that_another_node_has_sent_again_meanwhile_is_not_sent_again() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(resent_by_both(here, there).await, (false, 1));
    });
}

#[test]
fn control_without_the_guard_two_nodes_send_a_message_again() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and outcome is not null and (resent_at is null or resent_at <= $4)";
        let unguarded =
            without_guard(&here, statement("outbox/send_again"), guard, "and $4 >= cast(0 as bigint)");
        assert_eq!(resent_by_both(unguarded, there).await, (true, 2));
    });
}

on_both_engines!(codes_are_not_listed_and_a_caller_who_lacks_the_permission_is_refused, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.book(0, 3).await;
    let owner = fixture.app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let clerk = fixture.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    fixture.app.player("9876543210").await;
    assert!(fixture.app.newest_code(&"9876543210".parse().unwrap()).await.is_some(), "a code was sent");
    let listed = fixture.messages(&owner, all()).await.messages;
    assert_eq!(listed.len(), 4, "{:?}", keys(&listed));
    let denied = EditMember { denied: Some(vec![Permission::MessageRead]), ..EditMember::default() };
    edit_member(&fixture.app, &owner, clerk.id, 1, denied, request_key(1)).await.unwrap();
    let clerk = fixture.app.actor(&clerk.token).await;
    let not_allowed = Refused::NotAllowed(Permission::MessageRead);
    let refused = list_messages(&fixture.app, &clerk, all()).await.unwrap_err();
    assert!(
        matches!(
            refused,
            ListMessagesError::Refused(why) if why == not_allowed
        ),
        "{refused:?}"
    );
});

//! Messages to players: each is claimed by one node at a time, and one that was sent is sent again only at the request of staff.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    CustomerId,
    money::Money,
    notice::{Channel, DropReason, Notice},
};
use sideout_store::{
    Outbox, Statement, Store, StoreError, Waiting,
    outbox::{DueMessage, Ending, NewMessage},
    params,
};
use sideout_testkit::{
    on_both_engines, run_concurrently, sample_venue::add_customers, statement, without_guard,
    without_guard_of,
};

const START: Timestamp = Timestamp::constant(1_795_000_000, 0);

fn after(minutes: i64) -> Timestamp {
    START + SignedDuration::from_mins(minutes)
}

fn message(customer: CustomerId, about: &str, minutes: i64) -> NewMessage<'_> {
    NewMessage {
        about,
        notice: Notice::RefundIssued,
        channel: Channel::Text,
        customer,
        order: Some("4820193756".parse().unwrap()),
        amount: Some(Money::from_rupees(720)),
        send_at: after(minutes),
        created_at: START,
    }
}

/// Adds a message; returns whether it was stored.
async fn add_message(store: &Store, customer: CustomerId, about: &'static str, minutes: i64) -> bool {
    let add = store.write((), move |tx, ()| {
        Box::pin(async move { Outbox(tx).add(&[message(customer, about, minutes)]).await })
    });
    add.await.unwrap() == 1
}

async fn list_due(store: &Store, minutes: i64) -> Vec<DueMessage> {
    let read = store.read(after(minutes), |tx, now| {
        Box::pin(async move { Outbox(tx).list_due(Channel::Text, *now, 100).await })
    });
    let (due, unreadable) = read.await.unwrap();
    assert_eq!(unreadable, []);
    due
}

/// Claims `message` by the statement `claiming` (`outbox/claim`, with or without its guard); returns whether the claim succeeded.
async fn claim(store: &Store, claiming: Statement, message: DueMessage, until: i64) -> bool {
    let work = store.write((claiming, message, after(until)), |tx, (claiming, message, until)| {
        Box::pin(async move {
            let touched = tx.run(*claiming, params![&message.key, START, message.due, *until]).await?;
            Ok::<_, StoreError>(touched == 1)
        })
    });
    work.await.unwrap()
}

/// Returns how many of a hundred nodes that read the same message may send it.
async fn count_senders(store: &Store, claiming: Statement) -> usize {
    let customer = add_customers(store, 1).await[0];
    add_message(store, customer, "pay_1", 0).await;
    let message = list_due(store, 0).await.remove(0);
    let nodes = run_concurrently(100, |node| {
        let (store, message, until) = (store.clone(), message.clone(), 1 + node as i64);
        async move { claim(&store, claiming, message, until).await }
    });
    nodes.await.into_iter().filter(|is_claimed| *is_claimed).count()
}

on_both_engines!(the_same_message_is_stored_once_and_is_due_from_its_time, async |store| {
    let customer = add_customers(&store, 1).await[0];
    assert!(add_message(&store, customer, "pay_1", 10).await);
    assert!(!add_message(&store, customer, "pay_1", 20).await, "the same message a second time");
    assert!(add_message(&store, customer, "pay_2", 5).await, "another refund");
    assert!(list_due(&store, 4).await.is_empty());
    let messages = list_due(&store, 10).await;
    let keys: Vec<&str> = messages.iter().map(|message| message.key.as_str()).collect();
    assert_eq!(keys, ["pay_2.refund_issued.text", "pay_1.refund_issued.text"], "the longest overdue first");
    assert_eq!((messages[1].about(), messages[1].created_at), ("pay_1", START));
    assert_eq!(messages[1].amount, Some(Money::from_rupees(720)));
    assert_eq!(messages[1].order.map(|order| order.to_string()).as_deref(), Some("4820193756"));
});

on_both_engines!(messages_of_a_channel_that_only_a_newer_program_knows_are_not_counted, async |store| {
    let customer = add_customers(&store, 1).await[0];
    add_message(&store, customer, "pay_1", 0).await;
    let newer = "select case when channel = 'text' then 'pigeon' else channel end as channel,";
    let counting = statement("outbox/count_waiting");
    let of_newer = without_guard(&store, counting, "select channel,", newer);
    for (store, channels) in [(store, vec![Channel::Text]), (of_newer, vec![])] {
        let counted =
            store.read(after(10), |tx, now| Box::pin(async move { Outbox(tx).count_waiting(*now).await }));
        let counted: Result<Vec<_>, StoreError> = counted.await;
        assert_eq!(counted.unwrap().into_iter().map(|(channel, _)| channel).collect::<Vec<_>>(), channels);
    }
});

on_both_engines!(a_message_that_is_sent_later_waits_from_the_time_at_which_it_is_due, async |store| {
    let customer = add_customers(&store, 1).await[0];
    add_message(&store, customer, "pay_1", 10).await;
    let count_waiting = async |minutes: i64| {
        let counted: Result<Vec<_>, StoreError> = store
            .read(after(minutes), |tx, now| Box::pin(async move { Outbox(tx).count_waiting(*now).await }))
            .await;
        counted.unwrap()
    };
    assert!(count_waiting(9).await.is_empty());
    let waiting = Waiting { rows: 1, since: Some(after(10)) };
    assert_eq!(count_waiting(12).await, [(Channel::Text, waiting)]);
});

on_both_engines!(of_a_hundred_nodes_one_claims_a_message, async |store| {
    assert_eq!(count_senders(&store, statement("outbox/claim")).await, 1);
});

on_both_engines!(control_without_the_guard_more_than_one_node_claims_it, async |store| {
    let unguarded = without_guard_of(statement("outbox/claim"), "and m.next_try_at = $3", "and $3 = $3");
    assert!(count_senders(&store, unguarded).await > 1);
});

/// Returns for how many of a hundred clerks the request to send an ended message again succeeds, if all request it at once.
async fn count_resenders(store: &Store, send_again: Statement) -> usize {
    let customer = add_customers(store, 1).await[0];
    add_message(store, customer, "pay_1", 0).await;
    let message = list_due(store, 0).await.remove(0);
    let ended = store.write(message.clone(), |tx, message| {
        Box::pin(async move { Outbox(tx).end(message, &Ending::Sent, after(1)).await })
    });
    assert!(ended.await.unwrap());
    let clerks = run_concurrently(100, |clerk| {
        let (store, key) = (store.clone(), message.key.clone());
        async move {
            let request = store.write(key, move |tx, key| {
                Box::pin(async move {
                    let params = params![&*key, after(20), 1 + clerk as i64, after(10), 0];
                    Ok::<_, StoreError>(tx.run(send_again, params).await? == 1)
                })
            });
            request.await.unwrap()
        }
    });
    clerks.await.into_iter().filter(|is_accepted| *is_accepted).count()
}

on_both_engines!(of_a_hundred_clerks_one_has_a_message_sent_again, async |store| {
    assert_eq!(count_resenders(&store, statement("outbox/send_again")).await, 1);
});

on_both_engines!(control_without_the_guard_more_than_one_clerk_has_it_sent_again, async |store| {
    let guard = "and outcome is not null and (resent_at is null or resent_at <= $4)";
    let unguarded = without_guard_of(statement("outbox/send_again"), guard, "and $4 = $4");
    assert!(count_resenders(&store, unguarded).await > 1);
});

on_both_engines!(a_message_whose_sender_vanished_is_claimed_by_another, async |store| {
    let customer = add_customers(&store, 1).await[0];
    add_message(&store, customer, "pay_1", 0).await;
    let seen = list_due(&store, 0).await.remove(0);
    assert!(claim(&store, statement("outbox/claim"), seen, 5).await);
    assert!(list_due(&store, 4).await.is_empty(), "another node may be sending it");
    let again = list_due(&store, 5).await.remove(0);
    assert_eq!(again.tries, 1);
    assert!(claim(&store, statement("outbox/claim"), again.clone(), 10).await);
    let first = store.write(again.key.clone(), |tx, key| {
        Box::pin(async move { Outbox(tx).postpone(key, after(5), after(6), "timed out").await })
    });
    assert!(!first.await.unwrap(), "the first node has lost its claim");
    let second = store.write(again.key, |tx, key| {
        Box::pin(async move { Outbox(tx).postpone(key, after(10), after(12), "timed out").await })
    });
    assert!(second.await.unwrap());
    assert!(list_due(&store, 11).await.is_empty());
    assert_eq!(list_due(&store, 12).await.len(), 1);
});

on_both_engines!(a_message_that_has_ended_stays_ended_and_is_removed_later, async |store| {
    let customer = add_customers(&store, 1).await[0];
    add_message(&store, customer, "pay_1", 0).await;
    let message = list_due(&store, 0).await.remove(0);
    let end = |message: &DueMessage, ending, minutes| {
        store.write((message.clone(), ending), move |tx, (message, ending)| {
            Box::pin(async move { Outbox(tx).end(message, ending, after(minutes)).await })
        })
    };
    let another = DueMessage { resends: 1, ..message.clone() };
    assert!(!end(&another, Ending::Sent, 1).await.unwrap(), "it was not sent again");
    assert!(end(&message, Ending::Sent, 1).await.unwrap());
    assert!(!end(&message, Ending::Dropped(DropReason::GameOver), 2).await.unwrap());
    assert!(!end(&message, Ending::Dead("timed out".to_owned()), 2).await.unwrap());
    assert!(list_due(&store, 1_000).await.is_empty());
    assert!(!add_message(&store, customer, "pay_1", 3).await, "and is not stored again");
    let sweep = |minutes| {
        store.write((), move |tx, ()| Box::pin(async move { Outbox(tx).sweep(after(minutes), 10).await }))
    };
    assert_eq!(sweep(0).await.unwrap(), 0);
    assert_eq!(sweep(1).await.unwrap(), 1);
});

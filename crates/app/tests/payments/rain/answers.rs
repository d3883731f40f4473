//! What the desk sees of a closure's players, how it answers for them, and the links by which they answer themselves.

use sideout_app::{
    closures::{
        Closure,
        at_desk::{
            CloseAtDesk, CloseAtDeskError,
            answer_for_player::{AnswerForPlayerError, move_for_player, note_call, refund_for_player},
        },
        close_courts,
        offers::{answer::AnswerError, find_offers::find_offers, link::find_own_link},
    },
    platform::random::SystemRandom,
    steps::audited::Refused,
};
use sideout_domain::{BlockId, CourtId, money::Money, staff::Role};
use sideout_testkit::{StatementCount, chosen_place, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    closure_steps::{OFFER_HOURS, rain},
    court_closures::sunday,
    fixture::PaymentsFixture,
};

on_both_engines!(staff_answer_for_a_player_on_the_phone, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (first, second) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    let closed = fixture.close_for_rain(&manager, 1).await;
    note_call(&fixture.app, &manager, first.number, request_key(30)).await.unwrap();
    let details = fixture.find_closure(&manager, closed.id).await;
    let called: Vec<_> = details.bookings.iter().map(|b| b.closed.offer.unwrap().called.is_some()).collect();
    assert_eq!(called, [true, false]);
    assert_eq!((details.closure.offers, details.closure.open_offers), (2, 2));

    let choice = fixture.choices(&first).await.same_day.remove(0);
    let moved = move_for_player(&fixture.app, &manager, first.number, chosen_place(&choice), request_key(31))
        .await
        .unwrap();
    let again = move_for_player(&fixture.app, &manager, first.number, chosen_place(&choice), request_key(31))
        .await
        .unwrap();
    assert_eq!(moved, again, "a repeated call moves once");
    let refund = async |rupees: i64, key: u64| {
        let shown = Money::from_rupees(rupees);
        refund_for_player(&fixture.app, &manager, second.number, shown, request_key(key)).await
    };
    let refunded = refund(800, 32).await.unwrap();
    assert_eq!(refunded.back_paise, 80_000);
    assert_eq!(refund(800, 32).await.unwrap(), refunded, "a repeated call gives back once");
    let other = refund(700, 32).await;
    assert!(matches!(other, Err(AnswerForPlayerError::Refused(Refused::KeyReused))), "{other:?}");
    let details = fixture.find_closure(&manager, closed.id).await;
    assert_eq!(details.closure.open_offers, 0);
    assert!(details.bookings.iter().all(|b| b.closed.offer.unwrap().answered_by == Some(manager.id())));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(staff_give_no_other_amount_back_than_they_were_shown, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let refund = async |rupees: i64| {
        let shown = Money::from_rupees(rupees);
        refund_for_player(&fixture.app, &manager, order.number, shown, request_key(32)).await
    };
    for shown in [700, 900, 0] {
        let refused = refund(shown).await;
        let Err(AnswerForPlayerError::OtherAmount(back)) = refused else { panic!("{refused:?}") };
        assert_eq!(back, Money::from_rupees(800));
    }
    assert_eq!(fixture.number("select count(*) from refund").await, 0, "nothing was given back");
    assert_eq!(fixture.find_closure(&manager, closed.id).await.closure.open_offers, 1);
    assert_eq!(refund(800).await.unwrap().back_paise, 80_000);
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(what_staff_are_shown_to_go_back_is_what_they_can_give_back, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.import_booking(0, 3, Money::from_rupees(300)).await;
    let at_desk = fixture.book_at_court(1, 4).await;
    let line = fixture.line(&at_desk, 800).await;
    fixture.take(&manager, line, 20).await.unwrap();
    let closed = fixture.close_for_rain(&manager, 1).await;
    let details = fixture.find_closure(&manager, closed.id).await;
    let mut given = Vec::new();
    for (booking, key) in details.bookings.iter().zip(40..) {
        let game = booking.game.as_ref().unwrap();
        let shown: Money = game.money_back.iter().map(|back| back.amount).sum();
        let order = game.lost.number;
        let refunded = refund_for_player(&fixture.app, &manager, order, shown, request_key(key)).await;
        given.push(refunded.unwrap().back_paise);
    }
    given.sort_unstable();
    assert_eq!(given, [30_000, 80_000], "also what was imported as paid, of which there is no payment");
});

on_both_engines!(repeated_calls_about_a_closure_are_answered_also_when_its_time_is_over, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let choice = fixture.choices(&order).await.same_day.remove(0);
    let move_it = async |key: u64| {
        move_for_player(&fixture.app, &manager, order.number, chosen_place(&choice), request_key(key)).await
    };
    let moved = move_it(31).await.unwrap();
    fixture.app.clock.advance(3 * 24 * 3_600);
    assert_eq!(fixture.close_for_rain(&manager, 1).await, closed);
    assert_eq!(move_it(31).await.unwrap(), moved);
    let again = fixture.try_to_close(&manager, rain(), 2).await;
    assert!(matches!(again, Err(CloseAtDeskError::WrongTime)), "{again:?}");
    let again = move_it(32).await;
    assert!(matches!(again, Err(AnswerForPlayerError::Answer(AnswerError::NotOffered))), "{again:?}");
});

on_both_engines!(the_link_of_a_player_is_shown_to_staff_who_may_move_and_cancel_bookings, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let link = fixture.find_closure(&manager, closed.id).await.bookings[0].link.clone();
    assert!(link.is_some_and(|token| token.starts_with("cl_")));
    for (permission, phone) in [("booking.cancel", "9825041740"), ("booking.move", "9825041741")] {
        let member = fixture.app.staff(Role::Manager, phone, &[VENUE]).await;
        let denied = format!("update staff set denied = '{permission}' where staff_id = {}", member.id.0);
        fixture.change(denied.leak()).await;
        let without_it = fixture.app.actor(&member.token).await;
        let details = fixture.find_closure(&without_it, closed.id).await;
        let links: Vec<_> = details.bookings.iter().map(|booking| booking.link.as_ref()).collect();
        assert_eq!(links, [None], "without {permission}");
    }
});

on_both_engines!(
    the_link_that_staff_see_is_valid_also_after_the_offer_went_to_another_customer,
    async |store| {
        let fixture = PaymentsFixture::new(store, 2).await;
        let manager = fixture.manager_with_drawer().await;
        let lost = fixture.book_and_pay(0, 3).await;
        let closed = fixture.close_for_rain(&manager, 1).await;
        fixture.change("update orders set customer_id = 100000000001").await;
        fixture.change("update closure_offer set customer_id = 100000000001").await;
        let link = fixture.find_closure(&manager, closed.id).await.bookings[0].link.clone().unwrap();
        assert_eq!(fixture.offers(&link).await.games[0].lost.number, lost.number);
    }
);

on_both_engines!(the_link_that_staff_see_of_a_closure_by_a_command_is_valid, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    let span = sunday("3", "18:00", "21:00");
    let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players: true };
    let receipts = &fixture.app.settings.receipts;
    close_courts(&fixture.app.store, &fixture.app.clock, &SystemRandom, receipts, OFFER_HOURS, closure)
        .await
        .unwrap();
    let id = BlockId(fixture.number("select block_id from court_block").await);
    let link = fixture.find_closure(&manager, id).await.bookings[0].link.clone().unwrap();
    assert_eq!(fixture.offers(&link).await.games[0].lost.number, lost.number);
});

on_both_engines!(a_link_answers_only_for_its_player_and_a_wrong_one_finds_nothing, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (mine, other) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&mine).await;
    let stolen = fixture.choose_the_money(&token, other.number).await;
    assert!(matches!(stolen, Err(AnswerError::NoSuchOffer)), "{stolen:?}");
    for wrong in ["", "cl_x", &token[..token.len() - 1], &format!("{token}A")] {
        let found = find_offers(&fixture.app, wrong).await.unwrap();
        assert!(found.is_none(), "{wrong}");
    }
    assert_eq!(fixture.number("select count(*) from refund").await, 0);
});

on_both_engines!(the_desk_is_told_of_which_offers_a_message_is_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let is_told = async || fixture.find_closure(&manager, closed.id).await.bookings[0].is_told;
    assert!(is_told().await, "it waits to be sent");
    let dropped = "update outbox set outcome = 'dropped', next_try_at = null, ended_at = 1
                    where notice = 'closure_offer'";
    assert_eq!(fixture.change(dropped).await, 2, "a text and a mail");
    assert!(!is_told().await);
    let sent = "update outbox set outcome = 'sent' where notice = 'closure_offer' and channel = 'text'";
    assert_eq!(fixture.change(sent).await, 1);
    assert!(is_told().await);
});

on_both_engines!(a_closure_is_read_by_as_many_statements_for_many_bookings_as_for_one, async |store| {
    let (counted, statements) = StatementCount::on(&store);
    let fixture = PaymentsFixture::new(counted, 5).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.book_and_pay(0, 3).await;
    let (lost, refunded) = (fixture.book_and_pay(1, 4).await, fixture.book_and_pay(2, 5).await);
    fixture.book_and_pay(3, 6).await;
    fixture.book_at_court(4, 7).await;
    let close =
        |courts: &[i64]| CloseAtDesk { courts: courts.iter().copied().map(CourtId).collect(), ..rain() };
    let one = fixture.try_to_close(&manager, close(&[3]), 1).await.unwrap().id;
    let many = fixture.try_to_close(&manager, close(&[4, 5, 6, 7]), 2).await.unwrap().id;
    let token = fixture.link(&lost).await;
    let choice = fixture.choices(&lost).await.same_hour.remove(0);
    fixture.choose(&token, lost.number, &choice).await.unwrap();
    let token = fixture.link(&refunded).await;
    fixture.choose_the_money(&token, refunded.number).await.unwrap();
    let mut counts = Vec::new();
    for (closure, bookings) in [(one, 1), (many, 4)] {
        // The first call writes the entry in the audit.
        fixture.find_closure(&manager, closure).await;
        statements.take();
        assert_eq!(fixture.find_closure(&manager, closure).await.bookings.len(), bookings);
        counts.push(statements.take());
    }
    assert_eq!(counts[0], counts[1]);

    // What is shown is what the player's own page shows, which reads game by game.
    for seen in fixture.find_closure(&manager, many).await.bookings {
        let game = seen.game.unwrap();
        let token =
            find_own_link(&fixture.app, game.offer.customer, game.offer.order).await.unwrap().unwrap();
        let own = fixture.offers(token.reveal()).await.games.remove(0);
        assert_eq!(format!("{game:?}"), format!("{own:?}"));
    }
});

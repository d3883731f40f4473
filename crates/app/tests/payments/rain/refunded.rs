//! The money of a game that a closure ended goes back: its player chose it, or did not answer in time.

use jiff::SignedDuration;
use sideout_app::closures::offers::{
    answer::AnswerError, expire_offers::expire_offers, find_offers::MoneyBack, link::find_own_link,
};
use sideout_domain::{
    closure_offer::OfferState,
    money::Money,
    order::OrderStatus,
    refund::{RefundReason, RefundStatus},
};
use sideout_testkit::on_both_engines;

use crate::{closure_steps::TIME_TO_ANSWER, fixture::PaymentsFixture};

on_both_engines!(a_player_who_chooses_the_money_is_refunded_once_the_way_they_paid, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let manager = fixture.manager_with_drawer().await;
    let (online, at_desk) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    let line = fixture.line(&at_desk, 800).await;
    fixture.take(&manager, line, 20).await.unwrap();
    fixture.close_for_rain(&manager, 1).await;
    for order in [&online, &at_desk] {
        let token = fixture.link(order).await;
        let promised = MoneyBack { amount: order.total(), is_at_desk: order.number == at_desk.number };
        assert_eq!(fixture.offers(&token).await.games[0].money_back, [promised]);
        let game = fixture.choose_the_money(&token, order.number).await.unwrap();
        assert_eq!((game.offer.state, game.refunds.len()), (OfferState::Refunded, 1));
        assert_eq!(game.refunds[0].source.desk_payment().is_some(), promised.is_at_desk);
        assert_eq!(game.money_back, []);
        assert_eq!(
            (game.refunds[0].amount, game.refunds[0].reason),
            (order.total(), RefundReason::VenueClosed)
        );
        let again = fixture.choose_the_money(&token, order.number).await;
        assert!(matches!(again, Err(AnswerError::Answered(_))));
    }
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(fixture.order(&online).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.order(&at_desk).await.status, OrderStatus::CancelRequested, "the desk pays it out");
});

on_both_engines!(the_desk_gives_back_what_was_imported_as_paid_for_a_closed_court, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let rupees = Money::from_rupees;
    let chosen = fixture.import_booking(0, 3, rupees(800)).await;
    let silent = fixture.import_booking(1, 4, rupees(300)).await;
    let closed = fixture.close_for_rain(&manager, 1).await;
    let mut links = Vec::new();
    for (player, (order, paid)) in [(chosen, rupees(800)), (silent, rupees(300))].into_iter().enumerate() {
        let token = find_own_link(&fixture.app, fixture.players[player], order).await.unwrap();
        let token = token.unwrap().reveal().to_owned();
        let game = &fixture.offers(&token).await.games[0];
        assert_eq!(game.money_back, [MoneyBack { amount: paid, is_at_desk: true }]);
        assert_eq!(game.imported_back, Money::ZERO, "nothing is decided yet");
        links.push(token);
    }
    let game = fixture.choose_the_money(&links[0], chosen).await.unwrap();
    assert_eq!((game.offer.state, game.money_back), (OfferState::Refunded, Vec::new()));
    assert_eq!((game.refunds.len(), game.imported_back), (0, rupees(800)));
    fixture.app.clock.set(fixture.app.clock_now() + TIME_TO_ANSWER);
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 1);
    let game = &fixture.offers(&links[1]).await.games[0];
    assert_eq!((game.offer.state, game.refunds.len()), (OfferState::Expired, 0));
    assert_eq!(game.imported_back, rupees(300));
    let shown = fixture.find_closure(&manager, closed.id).await;
    let games = shown.bookings.iter().map(|booking| booking.game.as_ref().unwrap());
    let amounts: Vec<_> = games.map(|game| (game.lost.number, game.imported_back)).collect();
    assert_eq!(amounts, [(chosen, rupees(800)), (silent, rupees(300))], "the desk is told the same");
});

on_both_engines!(an_offer_without_an_answer_is_refunded_after_a_day, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (paid, unpaid) = (fixture.book_and_pay(0, 3).await, fixture.book_at_court(1, 4).await);
    fixture.close_for_rain(&manager, 1).await;
    fixture.app.clock.set(fixture.app.clock_now() + TIME_TO_ANSWER - SignedDuration::from_secs(1));
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 0);
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_secs(1));
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 2);
    assert_eq!(expire_offers(&fixture.app).await.unwrap(), 0);
    let token = fixture.link(&paid).await;
    let game = &fixture.offers(&token).await.games[0];
    assert_eq!((game.offer.state, game.refunds[0].status), (OfferState::Expired, RefundStatus::Approved));
    assert_eq!(fixture.order(&unpaid).await.status, OrderStatus::Cancelled);
    fixture.assert_all_agree_after_refunds().await;
});

//! Steps of the tests about closures that ask the players.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use sideout_app::{
    Order,
    closures::{
        at_desk::{
            CloseAtDesk, CloseAtDeskError,
            close::{ClosedAtDesk, close_at_desk},
            details::{ClosureDetails, find_closure},
        },
        offers::{
            answer::{AnswerError, choose_money, choose_place},
            choices::{Choice, Choices, list_choices},
            find_offers::{OfferedGame, PlayerOffers, find_offers},
            link::find_own_link,
        },
    },
    platform::venues::find_venue,
    steps::audited::Actor,
};
use sideout_domain::{
    BlockId, CourtId,
    closure_offer::{CarriedPrice, ClosureCause, RunningGames},
    money::Money,
    order::OrderNumber,
    venue::Court,
};
use sideout_testkit::{chosen_place, import_booking, request_key, sample_venue::VENUE};

use crate::fixture::PaymentsFixture;

/// How many hours players have to choose what they get for a closed court.
pub(crate) const OFFER_HOURS: u32 = 24;

/// [`OFFER_HOURS`], by which the tests advance the clock.
pub(crate) const TIME_TO_ANSWER: SignedDuration = SignedDuration::from_hours(24);

/// A venue without courts.
pub(crate) const SECOND_VENUE: &str = "insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery,
    time_zone, slot_minutes, play_minutes, position, active)
  values (2, 'Hillside', 'Bhayli', '3 Neem Terrace', null, '/h.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, 2, 1)";

/// Outdoor courts 3 and 4 on Sunday from 6 to 9 PM; the players' courts are at 7 PM.
pub(crate) fn rain() -> CloseAtDesk {
    CloseAtDesk {
        venue: VENUE,
        courts: BTreeSet::from([CourtId(3), CourtId(4)]),
        day: jiff::civil::date(2026, 11, 22),
        from_minute: 18 * 60,
        until_minute: 21 * 60,
        cause: ClosureCause::Rain,
        reason: "Rain".parse().unwrap(),
        running_games: RunningGames::Half,
        seen: None,
    }
}

impl PaymentsFixture {
    /// A booking of player `player` on `court`, Sunday at 7 PM, of which `paid` was paid elsewhere before it was imported.
    pub(crate) async fn import_booking(&self, player: usize, court: i64, paid: Money) -> OrderNumber {
        import_booking(&self.app.store, self.players[player], court, paid, self.app.clock_now()).await
    }

    pub(crate) async fn try_to_close(
        &self,
        by: &Actor,
        what: CloseAtDesk,
        key: u64,
    ) -> Result<ClosedAtDesk, CloseAtDeskError> {
        close_at_desk(&self.app, by, what, request_key(key)).await
    }

    pub(crate) async fn close_for_rain(&self, by: &Actor, key: u64) -> ClosedAtDesk {
        self.try_to_close(by, rain(), key).await.unwrap()
    }

    pub(crate) async fn find_closure(&self, by: &Actor, closure: BlockId) -> ClosureDetails {
        find_closure(&self.app, by, closure).await.unwrap()
    }

    /// The token of the player's link.
    pub(crate) async fn link(&self, order: &Order) -> String {
        let token = find_own_link(&self.app, order.customer, order.number).await.unwrap();
        token.unwrap().reveal().to_owned()
    }

    pub(crate) async fn offers(&self, token: &str) -> PlayerOffers {
        find_offers(&self.app, token).await.unwrap().unwrap()
    }

    pub(crate) async fn choices(&self, order: &Order) -> Choices {
        list_choices(&self.app, &self.order(order).await).await.unwrap()
    }

    pub(crate) async fn choose(
        &self,
        token: &str,
        order: OrderNumber,
        choice: &Choice,
    ) -> Result<OfferedGame, AnswerError> {
        choose_place(&self.app, token, order, chosen_place(choice)).await
    }

    pub(crate) async fn choose_the_money(
        &self,
        token: &str,
        order: OrderNumber,
    ) -> Result<OfferedGame, AnswerError> {
        choose_money(&self.app, token, order).await
    }

    /// A player takes court `court` at the hour of the lost game, at its present price, also if the choices show another price. Returns that
    /// price and the new booking.
    pub(crate) async fn choose_court(&self, lost: &Order, court: i64) -> (CarriedPrice, Order) {
        let token = self.link(lost).await;
        let mut choice = self.choices(lost).await.same_hour[0].clone();
        choice.court = self.court(court).await;
        let mut moved = self.choose(&token, lost.number, &choice).await;
        if let Err(AnswerError::PriceChanged(price)) = moved {
            choice.price = price;
            moved = self.choose(&token, lost.number, &choice).await;
        }
        (choice.price, moved.unwrap().new.unwrap())
    }

    /// Closes the court of a game, whose player takes court `court` at the same hour, as [`PaymentsFixture::choose_court`].
    pub(crate) async fn move_by_closure(
        &self,
        by: &Actor,
        game: &Order,
        court: i64,
        key: u64,
    ) -> (CarriedPrice, Order) {
        let closure = CloseAtDesk { courts: [game.slot.court].into(), ..rain() };
        self.try_to_close(by, closure, key).await.unwrap();
        // Prices are cached for two seconds.
        self.app.clock.advance(3);
        self.choose_court(game, court).await
    }

    /// A court of the test venue.
    pub(crate) async fn court(&self, number: i64) -> Court {
        let venue = find_venue(&self.app, VENUE).await.unwrap().unwrap();
        venue.court(CourtId(number)).unwrap().clone()
    }
}

/// The amounts of the refunds at the provider, in paise.
pub(crate) async fn amounts_at_provider(fixture: &PaymentsFixture) -> Vec<i64> {
    let refunds = fixture.everything().await["refunds"].as_array().unwrap().clone();
    refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).collect()
}

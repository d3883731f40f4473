//! Steps of the tests about closures that ask the players.

use std::collections::BTreeSet;

use serde_json::json;
use sideout_app::{
    Order,
    closures::{
        at_desk::{
            CloseAtDesk, CloseAtDeskError,
            close::{ClosedAtDesk, close_at_desk},
            details::{ClosureDetails, find_closure},
        },
        offers::{
            answer::{AnswerError, ChosenPlace, choose_money, choose_place},
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
    closure_offer::{ClosureCause, RunningGames},
    order::OrderNumber,
    venue::Court,
};
use sideout_testkit::{request_key, sample_venue::VENUE};

use crate::world::World;

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
    }
}

impl World {
    /// Books `court` for player `player` and pays online.
    pub(crate) async fn book_and_pay(&self, player: usize, court: i64) -> Order {
        let order = self.hold(player, court).await;
        let checkout = self.checkout(&order).await;
        self.pay(&checkout, json!({})).await;
        self.hint(&order).await.order
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
        choose_place(&self.app, token, order, chosen(choice)).await
    }

    pub(crate) async fn choose_the_money(
        &self,
        token: &str,
        order: OrderNumber,
    ) -> Result<OfferedGame, AnswerError> {
        choose_money(&self.app, token, order).await
    }

    /// A court of the test venue.
    pub(crate) async fn court(&self, number: i64) -> Court {
        let venue = find_venue(&self.app, VENUE).await.unwrap().unwrap();
        venue.court(CourtId(number)).unwrap().clone()
    }
}

/// A choice as it was shown.
pub(crate) fn chosen(choice: &Choice) -> ChosenPlace {
    ChosenPlace {
        venue: choice.venue,
        court: choice.court.id,
        day: choice.day,
        start: choice.start,
        due: choice.price.due,
        back: choice.price.back,
    }
}

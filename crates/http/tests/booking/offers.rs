//! What a player sees and chooses by the link of a closure, through the whole router and without signing in.

use http::StatusCode;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_app::{
    closures::{Closure, Span, close_courts},
    platform::{random::SystemRandom, settings::Audience},
};
use sideout_store::Store;
use sideout_testkit::{on_both_engines, sample_venue::VENUE};
use sideout_testkit_http::Answer;

use crate::{client::Client, payments::PaymentFixture};

const OFFER_HOURS: u32 = 24;

/// A game that was paid online and whose court was closed; its player has a link.
struct LostGame {
    fixture: PaymentFixture,
    number: String,
    token: String,
}

impl LostGame {
    async fn over(store: Store) -> Self {
        let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
        let number = fixture.book_and_pay().await;
        let app = &fixture.client.app;
        let at = |time: &str| format!("2026-11-22 {time}").parse().unwrap();
        let span = Span { venue: VENUE, courts: "3".parse().unwrap(), from: at("19:00"), to: at("20:00") };
        let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players: true };
        let receipts = &app.settings.receipts;
        close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
        let link = fixture.call(&format!("/api/user/closure_link?orderid={number}")).await;
        let token = link.text("path").strip_prefix("/r/").unwrap().to_owned();
        LostGame { fixture, number, token }
    }

    async fn get(&self, path: &str) -> Answer {
        self.fixture.client.get(&format!("/api/offers/{}{path}", self.token)).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.fixture.client.post(&format!("/api/offers/{}{path}", self.token), body).await
    }

    /// The first choice of another court at the same hour.
    async fn other_court(&self) -> Value {
        let choices = self.get(&format!("/choices?orderid={}", self.number)).await;
        assert_eq!(choices.outcome(), 0, "{choices:?}");
        choices.body["same_hour"][0].clone()
    }

    /// The body of the call by which the page sends `choice`.
    fn body_of(&self, choice: &Value) -> Value {
        let mut body = json!({"orderid": self.number});
        for field in ["venue", "court", "day", "minute", "due_paise", "back_paise"] {
            body[field] = choice[field].clone();
        }
        body
    }
}

/// The statuses and codes of refusals.
fn refusals<const N: usize>(answers: [&Answer; N]) -> [(u16, String); N] {
    answers.map(|answer| (answer.status.as_u16(), answer.text("code").to_owned()))
}

on_both_engines!(an_address_that_is_no_link_is_not_found, async |store| {
    let client = Client::over(store);
    for token in ["x", "%ff", "%00"] {
        for path in ["", "/choices?orderid=4820193756"] {
            let answer = client.get(&format!("/api/offers/{token}{path}")).await;
            assert_eq!(answer.status, 404, "{token}{path}: {answer:?}");
        }
    }
    let picture = client.get("/images/%ff.jpg").await;
    assert_eq!(picture.status, 404, "{picture:?}");
});

on_both_engines!(a_link_shows_the_lost_game_and_neither_name_nor_number_of_the_player, async |store| {
    let lost = LostGame::over(store).await;
    let page = lost.get("").await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert_json_snapshot!(page.naming(&[(&lost.number, "[lost]")]), @r#"
    {
      "cause": null,
      "code": "closure_offers",
      "error": 0,
      "games": [
        {
          "back": [
            {
              "amount_paise": 80000,
              "at_desk": false
            }
          ],
          "due_paise": 0,
          "imported_back_paise": 0,
          "lost": {
            "court": 3,
            "court_name": "Court 3",
            "court_number": 3,
            "court_type": "OUTDOOR",
            "day": "2026-11-22",
            "minute": 1140,
            "starts_at": "2026-11-22T13:30:00Z",
            "venue": 1,
            "venue_name": "Riverside Arena"
          },
          "new": null,
          "open_until": "2026-11-22T06:00:00Z",
          "orderid": "[lost]",
          "paid_paise": 80000,
          "refunds": [],
          "state": "open"
        }
      ],
      "message": "We had to close your court. You choose what happens now.",
      "params": {},
      "reason": "Rain",
      "server_time": "2026-11-21T06:00:00Z",
      "timezone": "Asia/Kolkata"
    }
    "#);
    for private in ["9876543210", "Asha"] {
        assert!(!page.body.to_string().contains(private), "{private} is in {page:?}");
    }
});

on_both_engines!(
    a_payment_of_a_lost_game_is_not_said_to_be_missing_while_its_player_chooses,
    async |store| {
        let lost = LostGame::over(store).await;
        let report = lost.fixture.report(&lost.number).await;
        assert_eq!(report.refusal().code, "cancelled");
        assert_eq!(report.body["params"]["reason"], "offered", "{report:?}");
    }
);

on_both_engines!(a_payment_that_counts_for_the_chosen_court_is_not_said_to_be_missing, async |store| {
    let lost = LostGame::over(store).await;
    let choice = lost.other_court().await;
    assert_eq!(lost.post("/move", lost.body_of(&choice)).await.outcome(), 0);
    let cash = format!("/api/user/confirmCashPayment?orderid={}&promocode=", lost.number);
    for answer in [
        lost.fixture.report(&lost.number).await,
        lost.fixture.checkout(&lost.number).await,
        lost.fixture.call(&cash).await,
    ] {
        assert_eq!(answer.refusal().code, "cancelled");
        assert_eq!(answer.body["params"]["reason"], "moved", "{answer:?}");
    }
});

on_both_engines!(a_chosen_court_is_booked_once_and_at_the_price_that_was_shown, async |store| {
    let lost = LostGame::over(store).await;
    let choice = lost.other_court().await;
    let mut cheaper = lost.body_of(&choice);
    cheaper["back_paise"] = json!(10_000);
    let other_price = lost.post("/move", cheaper).await;
    let mut between_starts = lost.body_of(&choice);
    between_starts["minute"] = json!(1_203);
    let no_start = lost.post("/move", between_starts).await;
    assert_eq!(
        refusals([&other_price, &no_start]),
        [(200, "closure_price_changed".to_owned()), (200, "not_bookable".to_owned())]
    );
    assert_eq!(lost.get("").await.body["games"][0]["state"], "open", "nothing was changed");

    let moved = lost.post("/move", lost.body_of(&choice)).await;
    assert_eq!(moved.outcome(), 0, "{moved:?}");
    let new = moved.body["game"]["new"]["orderid"].as_str().unwrap().to_owned();
    assert_json_snapshot!(moved.naming(&[(&lost.number, "[lost]"), (&new, "[new]")]), @r#"
    {
      "code": "closure_place_chosen",
      "error": 0,
      "game": {
        "back": [],
        "due_paise": 0,
        "imported_back_paise": 0,
        "lost": {
          "court": 3,
          "court_name": "Court 3",
          "court_number": 3,
          "court_type": "OUTDOOR",
          "day": "2026-11-22",
          "minute": 1140,
          "starts_at": "2026-11-22T13:30:00Z",
          "venue": 1,
          "venue_name": "Riverside Arena"
        },
        "new": {
          "due_paise": 0,
          "is_cancelled": false,
          "orderid": "[new]",
          "place": {
            "court": 2,
            "court_name": "Court 2",
            "court_number": 2,
            "court_type": "OUTDOOR",
            "day": "2026-11-22",
            "minute": 1140,
            "starts_at": "2026-11-22T13:30:00Z",
            "venue": 1,
            "venue_name": "Riverside Arena"
          }
        },
        "open_until": "2026-11-22T06:00:00Z",
        "orderid": "[lost]",
        "paid_paise": 80000,
        "refunds": [],
        "state": "moved"
      },
      "message": "It's yours. See you there!",
      "params": {}
    }
    "#);
    assert_eq!(lost.fixture.order(&new).await["status"], "confirmed");

    for (path, body) in [("/move", lost.body_of(&choice)), ("/refund", json!({"orderid": lost.number}))] {
        let again = lost.post(path, body).await;
        assert_eq!(again.refusal().code, "closure_answered", "{path}");
        assert_eq!(again.body["game"]["new"]["orderid"], json!(new), "what was chosen is shown");
    }

    let cancel = json!({"order_id": new, "reason": "Something else"});
    let (client, token) = (&lost.fixture.client, &lost.fixture.token);
    assert_eq!(client.post_as(token, "/api/user/addCancellation", cancel).await.outcome(), 0);
    assert_eq!(lost.get("").await.body["games"][0]["new"]["is_cancelled"], true);
});

on_both_engines!(a_player_who_chooses_the_money_gets_it_once_in_the_way_in_which_they_paid, async |store| {
    let lost = LostGame::over(store).await;
    let choice = lost.other_court().await;
    let refunded = lost.post("/refund", json!({"orderid": lost.number})).await;
    assert_eq!(refunded.outcome(), 0, "{refunded:?}");
    let game = &refunded.body["game"];
    assert_eq!(game["refunds"][0]["amount_paise"], 80_000);
    assert_eq!((&game["refunds"][0]["at_desk"], &game["new"]), (&json!(false), &Value::Null));
    let again = lost.post("/refund", json!({"orderid": lost.number})).await;
    let too_late = lost.post("/move", lost.body_of(&choice)).await;
    assert_eq!(
        refusals([&again, &too_late]),
        [(200, "closure_answered".to_owned()), (200, "closure_answered".to_owned())]
    );
    assert_eq!(lost.get("").await.body["games"][0]["refunds"].as_array().unwrap().len(), 1);
});

on_both_engines!(an_order_says_that_a_refund_is_on_its_way_only_after_the_money_was_chosen, async |store| {
    let lost = LostGame::over(store).await;
    let open = lost.fixture.order(&lost.number).await;
    assert_eq!(
        (&open["status"], &open["offer"]["state"], &open["code"]),
        (&json!("cancel_requested"), &json!("open"), &json!("closure_offers"))
    );
    assert_eq!(open["message"], "We had to close your court. You choose what happens now.");

    assert_eq!(lost.post("/refund", json!({"orderid": lost.number})).await.outcome(), 0);
    let refunded = lost.fixture.order(&lost.number).await;
    assert_eq!((&refunded["offer"]["state"], &refunded["code"]), (&json!("refunded"), &json!("order")));
    assert_eq!(
        refunded["message"],
        "Cancellation requested. Your refund is on its way, or waits for you at the desk."
    );
});

on_both_engines!(a_link_opens_only_its_own_games, async |store| {
    let lost = LostGame::over(store).await;
    let choice = lost.other_court().await;
    let stranger = lost.fixture.stranger().await;
    let theirs = lost.fixture.client.book(&stranger, 5).await;
    let client = &lost.fixture.client;
    let wrong_link = client.get("/api/offers/cl_0000000000000000000000000000000000000000000").await;
    let no_link = client.get("/api/offers/x").await;
    let others_choices = lost.get(&format!("/choices?orderid={theirs}")).await;
    let others_money = lost.post("/refund", json!({"orderid": theirs})).await;
    let mut others_game = lost.body_of(&choice);
    others_game["orderid"] = json!(theirs);
    let others_move = lost.post("/move", others_game).await;
    let no_number = lost.post("/refund", json!({"orderid": "x"})).await;
    for answer in [wrong_link, no_link, others_choices, others_money, others_move, no_number] {
        assert_eq!(
            (answer.status, &answer.body["params"]["reason"]),
            (StatusCode::NOT_FOUND, &json!("offer"))
        );
    }
    assert_eq!(lost.fixture.client.order(&stranger, &theirs).await.body["status"], "confirmed");
    let link = client.get_as(&stranger, &format!("/api/user/closure_link?orderid={}", lost.number)).await;
    assert_eq!(link.status, StatusCode::NOT_FOUND);
});

on_both_engines!(the_hours_of_another_day_are_listed_and_a_wrong_day_is_refused, async |store| {
    let lost = LostGame::over(store).await;
    let hours = async |day: &str| {
        lost.get(&format!("/hours?orderid={}&venue={}&day={day}", lost.number, VENUE.0)).await
    };
    let next = hours("2026-11-23").await;
    assert!(!next.body["hours"].as_array().unwrap().is_empty(), "{next:?}");
    let beyond = hours("2026-12-20").await;
    assert_eq!(beyond.body["hours"], json!([]), "14 days at most");
    assert_eq!(hours("tomorrow").await.status, StatusCode::BAD_REQUEST);
});

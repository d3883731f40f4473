//! What a desk wrote down without a network, as its pages send it.

use http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_domain::{CourtId, staff::Role};
use sideout_store::Store;
use sideout_testkit::{StaffMember, on_both_engines, sample_venue::VENUE};
use sideout_testkit_http::{Answer, HttpClient};

use crate::{
    client::{Desk, writing},
    desk_day::confirmed_booking,
};

const SYNC: &str = "/api/desk/venues/1/sync";

/// A desk with a clerk, and a booking of court 3 on Saturday at 1 PM for ₹800 that is not paid; it is 11:30 AM.
struct BookedDesk {
    desk: Desk,
    client: HttpClient,
    clerk: StaffMember,
    order: String,
}

async fn open(store: Store) -> BookedDesk {
    let desk = Desk::over(store).await;
    let player = desk.app.player("9876543210").await;
    let (order, _) = confirmed_booking(&desk.app, player.customer.id, CourtId(3)).await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let client = desk.signed_in(&clerk.token);
    BookedDesk { desk, client, clerk, order }
}

fn fact(number: u64, what: Value) -> Value {
    json!({
        "id": sideout_testkit::request_key(number).to_string(),
        "at": "2026-11-21T06:05:00Z",
        "offset_ms": -600_000,
        "what": what
    })
}

impl BookedDesk {
    async fn send(&self, facts: Vec<Value>) -> Answer {
        let body = json!({ "staff": self.clerk.id.to_string(), "facts": facts });
        writing(&self.client, Method::POST, SYNC, 1, &body).await
    }
}

/// Of each answer the outcome, the code of the problem and the receipt, and of its booking the attendance and what is due.
fn outcomes(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let outcome = |one: &Value| {
        let code = one["problem"].get("code").unwrap_or(&Value::Null);
        json!([
            one["outcome"],
            code,
            one["receipt"],
            one["booking"]["attendance"],
            one["booking"]["due_paise"]
        ])
    };
    answer.body["answers"].as_array().unwrap().iter().map(outcome).collect()
}

on_both_engines!(facts_are_answered_one_by_one_and_a_refused_one_stops_no_other, async |store| {
    let booked = open(store).await;
    let payment =
        json!({ "kind": "payment", "order": booked.order, "tender": "card", "amount_paise": 80_000 });
    let facts = vec![
        fact(1, json!({ "kind": "attendance", "order": booked.order, "state": "arrived" })),
        fact(2, payment.clone()),
        fact(3, json!({ "kind": "attendance", "order": "no number", "state": "arrived" })),
        fact(4, json!({ "kind": "scan", "pass": "SO1.x" })),
        fact(5, json!({ "kind": "attendance", "order": booked.order, "state": "absent" })),
        fact(6, json!({ "kind": "attendance", "order": booked.order, "state": "arrived" })),
    ];
    let first = booked.send(facts.clone()).await;
    assert_json_snapshot!(outcomes(&first), @r#"
    [
      [
        "done",
        null,
        null,
        "arrived",
        80000
      ],
      [
        "refused",
        "shift_needed",
        null,
        null,
        null
      ],
      [
        "refused",
        "not_found",
        null,
        null,
        null
      ],
      [
        "refused",
        "pass_wrong",
        null,
        null,
        null
      ],
      [
        "refused",
        "too_early",
        null,
        null,
        null
      ],
      [
        "already_done",
        null,
        null,
        "arrived",
        80000
      ]
    ]
    "#);
    let booking = &first.body["answers"][0]["booking"];
    assert_eq!(booking["attendance_at"], "2026-11-21T05:55:00Z", "the device's clock was ten minutes ahead");
    booked.desk.app.clock.advance(60);
    let repeated = booked.send(facts).await;
    assert_eq!(outcomes(&repeated), outcomes(&first));

    let float = json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 });
    writing(&booked.client, Method::POST, "/api/desk/venues/1/shifts", 9, &float).await.success();
    let paid = outcomes(&booked.send(vec![fact(2, payment.clone())]).await);
    assert_eq!(paid[0][0], "done", "the fact that waited for the shift is recorded");
    assert_eq!(paid[0][4], 0);
    let again = booked.send(vec![fact(7, payment)]).await;
    assert_eq!(outcomes(&again)[0][1], "nothing_due");
    let problem = &again.body["answers"][0]["problem"];
    assert_eq!(
        problem["current"]["order"].as_str(),
        Some(booked.order.as_str()),
        "the refusal has the present booking"
    );
});

on_both_engines!(a_list_that_is_too_long_or_of_another_person_is_refused_whole, async |store| {
    let booked = open(store).await;
    let arrived = json!({ "kind": "attendance", "order": booked.order, "state": "arrived" });
    let list = |count: u64| (1..=count).map(|number| fact(number, arrived.clone())).collect::<Vec<_>>();
    let long = booked.send(list(101)).await;
    assert_eq!((long.status, long.text("code")), (StatusCode::UNPROCESSABLE_ENTITY, "too_many_facts"));
    let body = json!({ "staff": "999", "facts": list(1) });
    let other = writing(&booked.client, Method::POST, SYNC, 1, &body).await;
    assert_eq!((other.status, other.text("code")), (StatusCode::CONFLICT, "other_person"));
    let shown = booked.client.get(format!("/api/desk/bookings/{}", booked.order)).await.success();
    assert_eq!(shown["attendance"], Value::Null, "nothing was recorded");

    let longest = booked.send(list(100)).await;
    assert_eq!(longest.body["answers"].as_array().unwrap().len(), 100);
    let elsewhere = json!({ "staff": booked.clerk.id.to_string(), "facts": list(1) });
    let elsewhere = writing(&booked.client, Method::POST, "/api/desk/venues/2/sync", 1, &elsewhere).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
    let bad = json!({ "staff": booked.clerk.id.to_string(), "facts": [fact(1, json!({ "kind": "move" }))] });
    let bad = writing(&booked.client, Method::POST, SYNC, 1, &bad).await;
    assert_eq!(bad.status, StatusCode::BAD_REQUEST, "a move is no fact");
});

on_both_engines!(a_note_is_recorded_once_and_an_empty_or_long_one_is_refused, async |store| {
    let booked = open(store).await;
    let note =
        |text: &str| json!({ "kind": "note", "order": booked.order, "about": "booking", "text": text });
    let long = "x".repeat(301);
    let facts = vec![fact(1, note("Wants  court 4 ")), fact(2, note(" ")), fact(3, note(&long))];
    let sent = booked.send(facts.clone()).await;
    assert_eq!(sent.status, StatusCode::OK, "{sent:?}");
    let answers = sent.body["answers"].as_array().unwrap();
    assert_eq!(answers[0]["outcome"], "done");
    let notes = answers[0]["booking"]["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0]["text"], "Wants court 4");
    assert_eq!((&notes[0]["about"], &notes[0]["at"]), (&json!("booking"), &json!("2026-11-21T05:55:00Z")));
    for refused in &answers[1..] {
        assert_eq!(
            (&refused["outcome"], &refused["problem"]["code"]),
            (&json!("refused"), &json!("invalid"))
        );
    }
    booked.send(facts).await;
    let shown = booked.client.get(format!("/api/desk/bookings/{}", booked.order)).await.success();
    assert_eq!(shown["notes"].as_array().unwrap().len(), 1, "the same list again adds nothing");
});

on_both_engines!(an_amount_that_no_drawer_can_hold_is_refused, async |store| {
    let booked = open(store).await;
    let kept = |amount: i64| {
        let cash = json!({ "order": booked.order, "tender": "cash", "amount_paise": amount });
        json!({ "kind": "decision", "payment": cash, "refusal": "nothing_due", "decision": "kept" })
    };
    let sent = booked.send(vec![fact(1, kept(1_000_000_001)), fact(2, kept(i64::MAX))]).await;
    for answer in sent.success()["answers"].as_array().unwrap() {
        assert_eq!(answer["problem"]["fields"], json!({ "amount_paise": "range" }), "{answer}");
    }
});

on_both_engines!(
    cash_of_a_count_is_refused_with_the_time_of_the_count_and_shown_in_its_difference,
    async |store| {
        let booked = open(store).await;
        let desk_of = "/api/desk/venues/1";
        let (float, found) = (
            json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 }),
            json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 800 }),
        );
        let opened =
            writing(&booked.client, Method::POST, &format!("{desk_of}/shifts"), 9, &float).await.success();
        let card =
            json!({ "kind": "payment", "order": booked.order, "tender": "card", "amount_paise": 80_000 });
        booked.send(vec![fact(1, card)]).await;
        booked.desk.app.clock.advance(15 * 60);
        let shift = opened["id"].as_str().unwrap();
        writing(&booked.client, Method::POST, &format!("/api/desk/shifts/{shift}/count"), 10, &found)
            .await
            .success();

        let cash = json!({ "order": booked.order, "tender": "cash", "amount_paise": 80_000 });
        let decision = |decision: &str, at: &str| {
            let taken =
                json!({ "id": sideout_testkit::request_key(70).to_string(), "at": at, "offset_ms": 0 });
            json!({ "kind": "decision", "payment": cash, "taken": taken, "refusal": "nothing_due", "decision": decision })
        };
        let taken = "2026-11-21T06:05:00Z";
        let both = json!({ "kind": "payment", "order": booked.order, "tender": "cash", "amount_paise": 80_000,
        "in_later_shift": true, "in_count": true });
        let sent = booked.send(vec![
            fact(2, decision("kept", taken)),
            fact(3, decision("kept", "2026-11-21T06:21:00Z")),
            fact(4, decision("kept", "not a time")),
            fact(5, both),
            fact(6, decision("in_count", taken)),
            fact(7, decision("given_back", taken)),
        ]);
        let sent = sent.await;
        let codes: Vec<_> = outcomes(&sent).as_array().unwrap().iter().map(|one| one[1].clone()).collect();
        let expected = json!([
            "counted_since",
            "device_clock_wrong",
            "invalid",
            "malformed",
            Value::Null,
            "decided_before"
        ]);
        assert_eq!(json!(codes), expected, "{sent:?}");
        let answers = &sent.body["answers"];
        assert_eq!(answers[0]["problem"]["params"]["at"], "2026-11-21T06:15:00Z");
        assert_eq!(answers[5]["problem"]["params"]["outcome"], "in_count");

        let money = booked.client.get(format!("{desk_of}/money")).await.success();
        let counted = &money["shifts"][0];
        assert_eq!(
            counted["counted_paise"].as_i64().unwrap() - counted["expected_paise"].as_i64().unwrap(),
            80_000
        );
        let shown = json!([{
            "order": booked.order,
            "amount_paise": 80_000,
            "by": counted["counted_by"],
            "taken_at": taken,
            "is_reviewed": false
        }]);
        assert_eq!(counted["cash_without_network"], shown);

        let manager = booked.desk.app.staff(Role::Manager, "9825041739", &[VENUE]).await;
        let manager = booked.desk.signed_in(&manager.token);
        let (review, unseen) = (format!("/api/desk/shifts/{shift}/review"), json!({ "seen_cash": 0 }));
        let refused = writing(&manager, Method::POST, &review, 11, &unseen).await;
        assert_eq!((refused.status.as_u16(), refused.text("code")), (412, "changed_meanwhile"));
    }
);

on_both_engines!(the_note_of_a_payment_is_a_part_of_it_and_is_not_looked_at_in_a_decision, async |store| {
    let booked = open(store).await;
    let float = json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 });
    writing(&booked.client, Method::POST, "/api/desk/venues/1/shifts", 9, &float).await.success();
    let payment = |note: &str| json!({ "kind": "payment", "order": booked.order, "tender": "card", "amount_paise": 80_000, "note": note });
    let long = payment(&"x".repeat(201));
    let decided =
        json!({ "kind": "decision", "payment": long, "refusal": "nothing_due", "decision": "not_taken" });
    let facts = vec![fact(1, decided), fact(2, long), fact(3, payment("It was in the tin"))];
    let sent = booked.send(facts).await;
    let codes: Vec<_> = outcomes(&sent).as_array().unwrap().iter().map(|one| one[1].clone()).collect();
    assert_eq!(json!(codes), json!([Value::Null, "invalid", Value::Null]), "{sent:?}");
    let reused = booked.send(vec![fact(3, payment("It was not"))]).await;
    assert_eq!(outcomes(&reused)[0][1], "key_reused", "the note is a part of the payment");
});

on_both_engines!(
    cash_of_several_counts_is_refused_with_each_of_them_and_recorded_for_the_one_that_is_chosen,
    async |store| {
        let booked = open(store).await;
        let manager = booked.desk.app.staff(Role::Manager, "9825041739", &[VENUE]).await;
        let manager = booked.desk.signed_in(&manager.token);
        let desk_of = "/api/desk/venues/1";
        let money = |coins: u32| json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": coins });
        let float = writing(&booked.client, Method::POST, &format!("{desk_of}/shifts"), 9, &money(0));
        let first = float.await.success()["id"].as_str().unwrap().to_owned();
        booked.desk.app.clock.advance(10 * 60);
        let count = async |by: &HttpClient, shift: &str, key, coins| {
            let path = format!("/api/desk/shifts/{shift}/count");
            let counted = writing(by, Method::POST, &path, key, &money(coins)).await.success();
            counted["next"].as_str().unwrap().to_owned()
        };
        let second = count(&booked.client, &first, 10, 0).await;
        booked.desk.app.clock.advance(5 * 60);
        let third = count(&manager, &second, 11, 800).await;

        let cash = |place: Value| {
            let mut payment =
                json!({ "order": booked.order, "tender": "cash", "amount_paise": 80_000, "kind": "payment" });
            payment.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
            payment
        };
        let in_count = |count: &str| json!({ "in_count": true, "count": count });
        let decided = |decision: &str, place: Value| {
            let taken = json!({ "id": sideout_testkit::request_key(70).to_string(), "at": "2026-11-21T05:55:00Z",
                "offset_ms": 0 });
            json!({ "kind": "decision", "payment": cash(place), "taken": taken, "refusal": "nothing_due",
                "decision": decision })
        };
        // The device's clock is ten minutes ahead, so these were written down at 11:25 AM, before the drawer was opened at 11:30 AM.
        let sent = booked.send(vec![
            fact(1, cash(json!({}))),
            fact(2, cash(in_count("999999"))),
            fact(3, cash(in_count("no count"))),
            fact(4, cash(json!({ "count": third }))),
            fact(5, cash(json!({ "in_later_shift": true, "count": third }))),
            fact(6, decided("kept", in_count(&third))),
            fact(7, decided("in_count", in_count("999999"))),
        ]);
        let sent = sent.await;
        let codes: Vec<_> = outcomes(&sent).as_array().unwrap().iter().map(|one| one[1].clone()).collect();
        let refused = [
            "counted_since",
            "count_unknown",
            "invalid",
            "malformed",
            "malformed",
            "malformed",
            "count_unknown",
        ];
        assert_eq!(json!(codes), json!(refused), "{sent:?}");
        let counts = json!([
            { "id": first, "at": "2026-11-21T06:00:00Z", "by": "Test desk" },
            { "id": second, "at": "2026-11-21T06:10:00Z", "by": "Test desk" },
            { "id": third, "at": "2026-11-21T06:15:00Z", "by": "Test manager" },
        ]);
        for answer in [0, 1, 6] {
            let problem = &sent.body["answers"][answer]["problem"];
            assert_eq!((&problem["counts"], problem.get("more_counts")), (&counts, None), "{answer}");
            assert_eq!(
                problem["params"]["at"], "2026-11-21T06:00:00Z",
                "pages of an earlier version show it"
            );
            assert_eq!(problem["current"]["due_paise"], 80_000, "nothing was taken");
        }
        let fields = &sent.body["answers"][2]["problem"]["fields"];
        assert_eq!(fields, &json!({ "count": "unknown" }));

        let chosen = booked.send(vec![fact(1, cash(in_count(&third)))]).await;
        assert_eq!(outcomes(&chosen)[0][0], "done", "{chosen:?}");
        let again =
            booked.send(vec![fact(1, cash(in_count(&third))), fact(1, cash(in_count(&second)))]).await;
        assert_eq!(outcomes(&again)[0], outcomes(&chosen)[0], "the same answer again");
        assert_eq!(outcomes(&again)[1][1], "key_reused");
        let money = manager.get(format!("{desk_of}/money")).await.success();
        let of_counts: Vec<_> = money["shifts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|shift| {
                json!([
                    shift["id"],
                    shift["expected_paise"],
                    shift["counted_paise"],
                    shift["cash_without_network"].as_array().unwrap().len()
                ])
            })
            .collect();
        assert_eq!(json!(of_counts), json!([[second, 200_000, 280_000, 1], [first, 200_000, 200_000, 0]]));
        let drawer = manager.get(format!("{desk_of}/shift")).await.success();
        assert_eq!(
            drawer["shift"]["expected_paise"], 280_000,
            "the present drawer began with the cash: {drawer}"
        );
    }
);

on_both_engines!(
    cash_for_the_present_drawer_is_refused_if_that_was_counted_after_it_was_shown,
    async |store| {
        let booked = open(store).await;
        let money = |coins: u32| json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": coins });
        let count = async |path: &str, key, coins, answer: &str| {
            let counted = writing(&booked.client, Method::POST, path, key, &money(coins)).await.success();
            counted[answer].as_str().unwrap().to_owned()
        };
        let first = count("/api/desk/venues/1/shifts", 9, 0, "id").await;
        let cash = |place: Value| {
            let mut payment =
                json!({ "order": booked.order, "tender": "cash", "amount_paise": 80_000, "kind": "payment" });
            payment.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
            payment
        };
        let into = |drawer: &str| json!({ "in_later_shift": true, "drawer": drawer });
        let decided = |decision: &str, drawer: &str| {
            let taken = json!({ "id": sideout_testkit::request_key(70).to_string(), "at": "2026-11-21T05:55:00Z",
                "offset_ms": 0 });
            json!({ "kind": "decision", "payment": cash(into(drawer)), "taken": taken, "refusal": "nothing_due",
                "decision": decision })
        };
        let mut future = fact(2, cash(json!({})));
        future["offset_ms"] = json!(0);
        future["at"] = json!("2026-11-21T06:30:00Z");
        let shown = booked.send(vec![fact(1, cash(json!({}))), future]).await;
        for (answer, code) in [(0, "counted_since"), (1, "device_clock_wrong")] {
            let problem = &shown.body["answers"][answer]["problem"];
            assert_eq!(json!([problem["code"], problem["drawer"]]), json!([code, first]));
        }
        booked.desk.app.clock.advance(10 * 60);
        let second = count(&format!("/api/desk/shifts/{first}/count"), 10, 800, "next").await;

        let sent = booked.send(vec![
            fact(1, cash(into(&first))),
            fact(3, decided("kept", &first)),
            fact(4, cash(into("no drawer"))),
            fact(5, cash(json!({ "drawer": second }))),
            fact(6, cash(json!({ "in_count": true, "drawer": second }))),
            fact(7, decided("given_back", &second)),
        ]);
        let sent = sent.await;
        let codes: Vec<_> = outcomes(&sent).as_array().unwrap().iter().map(|one| one[1].clone()).collect();
        let refused = ["counted_again", "counted_again", "invalid", "malformed", "malformed", "malformed"];
        assert_eq!(json!(codes), json!(refused), "{sent:?}");
        for answer in [0, 1] {
            let problem = &sent.body["answers"][answer]["problem"];
            let ids: Vec<_> =
                problem["counts"].as_array().unwrap().iter().map(|count| &count["id"]).collect();
            assert_eq!((json!(ids), &problem["drawer"]), (json!([first, second]), &json!(second)));
            assert_eq!(problem["current"]["due_paise"], 80_000, "nothing was taken");
        }
        assert_eq!(sent.body["answers"][2]["problem"]["fields"], json!({ "drawer": "unknown" }));

        let put = booked.send(vec![fact(1, cash(into(&second)))]).await;
        assert_eq!(outcomes(&put)[0][0], "done", "{put:?}");
        let manager = booked.desk.app.staff(Role::Manager, "9825041739", &[VENUE]).await;
        let manager = booked.desk.signed_in(&manager.token);
        let drawer = manager.get("/api/desk/venues/1/shift".to_owned()).await.success();
        assert_eq!(drawer["shift"]["expected_paise"], 360_000, "{drawer}");
    }
);

on_both_engines!(
    cash_in_a_count_that_a_page_of_an_earlier_version_does_not_name_is_in_the_first_one,
    async |store| {
        let booked = open(store).await;
        let money = |coins: u32| json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": coins });
        let path = "/api/desk/venues/1/shifts";
        let opened = writing(&booked.client, Method::POST, path, 9, &money(0)).await.success();
        let mut shift = opened["id"].clone();
        for key in [10, 11] {
            booked.desk.app.clock.advance(10 * 60);
            let path = format!("/api/desk/shifts/{}/count", shift.as_str().unwrap());
            let counted = writing(&booked.client, Method::POST, &path, key, &money(800)).await.success();
            shift = counted["next"].clone();
        }
        let payment = json!({ "kind": "payment", "order": booked.order, "tender": "cash", "amount_paise": 80_000,
        "in_later_shift": false, "in_count": true });
        let mut sent = fact(1, payment);
        sent["offset_ms"] = json!(0);
        assert_eq!(outcomes(&booked.send(vec![sent]).await)[0][0], "done");
        let money = booked.client.get("/api/desk/venues/1/money".to_owned()).await.success();
        let with_cash: Vec<_> = money["shifts"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|shift| shift["cash_without_network"] != json!([]))
            .map(|shift| shift["id"].clone())
            .collect();
        assert_eq!(with_cash, [opened["id"].clone()]);
    }
);

//! Payouts over HTTP: what is shown, importing a file, explaining a line, and refusals.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::staff::Role;
use sideout_testkit::{on_both_engines, sample_venue::VENUE};
use sideout_testkit_http::{Answer, HttpClient};

use crate::client::{Desk, writing};

const COLUMNS: &str = "type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr";

async fn post(client: &HttpClient, path: &str, key: u64, body: Value) -> Answer {
    writing(client, Method::POST, &format!("/api/desk/payouts{path}"), key, &body).await
}

async fn import(client: &HttpClient, key: u64, rows: &[&str]) -> Answer {
    let lines: Vec<&str> = std::iter::once(COLUMNS).chain(rows.iter().copied()).collect();
    post(client, "/import", key, json!({ "lines": lines })).await
}

on_both_engines!(a_file_is_imported_and_shown_and_one_of_its_lines_is_explained, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let empty = client.get("/api/desk/payouts").await.success();
    assert_eq!((&empty["payouts"], &empty["open"], &empty["next"]), (&json!([]), &json!([]), &Value::Null));
    assert_eq!((&empty["read_at"], &empty["is_read"]), (&Value::Null, &json!(false)));
    assert_eq!(empty["unread_days"], json!([]));

    let imported = import(
        &client,
        1,
        &[
            "payment,pay_A,800.00,18.88,2.88,0,781.12,setl_1,20/11/2026 09:00:00,N1",
            "adjustment,adj_B,10.12,0,0,0,10.12,setl_1,20/11/2026 09:00:00,N1",
            "refund,rfnd_C,800.00,0,0,800.00,0,setl_2,21/11/2026 09:00:00,",
        ],
    )
    .await;
    assert_eq!(imported.success(), json!({ "lines": 3, "added": 3, "amount_paise": -876, "unsettled": 0 }));
    let page = client.get("/api/desk/payouts?limit=1").await.success();
    assert_eq!((&page["open_lines"], page["open"].as_array().unwrap().len()), (&json!(3), 3));
    let latest = &page["payouts"][0];
    assert_eq!((&latest["id"], &latest["utr"]), (&json!("setl_2"), &Value::Null));
    assert_eq!((&latest["amount_paise"], &latest["open_lines"]), (&json!(-80_000), &json!(1)));
    assert_eq!(page["last_month"]["fee_paise"], 1_888);
    assert_eq!((&page["last_month"]["tax_paise"], &page["last_month"]["payouts"]), (&json!(288), &json!(2)));
    let next = page["next"].as_str().unwrap();
    let before = client.get(format!("/api/desk/payouts?limit=1&after={next}")).await.success();
    assert_eq!((&before["payouts"][0]["id"], &before["payouts"][0]["utr"]), (&json!("setl_1"), &json!("N1")));

    let payout = client.get("/api/desk/payouts/setl_1?limit=1").await.success();
    let line = &payout["lines"][0];
    assert_eq!(
        (&line["id"], &line["kind"], &line["state"]),
        (&json!("adj_B"), &json!("adjustment"), &json!("unknown"))
    );
    assert_eq!((&line["net_paise"], &line["expected_paise"]), (&json!(1_012), &Value::Null));
    assert_eq!(payout["next"], "adj_B");
    let rest = client.get("/api/desk/payouts/setl_1?after=adj_B").await.success();
    assert_eq!((rest["lines"].as_array().unwrap().len(), &rest["next"]), (1, &Value::Null));

    let text = json!({ "text": " Correction of October " });
    assert_eq!(post(&client, "/lines/adj_B/explain", 2, text.clone()).await.status, 204);
    let explained = client.get("/api/desk/payouts/setl_1").await.success();
    let line = &explained["lines"][0];
    assert_eq!((&line["is_open"], &line["explanation"]), (&json!(false), &json!("Correction of October")));
    assert_eq!(line["explained_by"], "Test owner");
    let again = post(&client, "/lines/adj_B/explain", 3, text.clone()).await;
    assert_eq!((again.status.as_u16(), again.text("code")), (409, "nothing_to_explain"));
    assert_eq!(post(&client, "/lines/pay_none/explain", 4, text).await.status, 404);
    let blank = post(&client, "/lines/pay_A/explain", 5, json!({ "text": " " })).await;
    assert_eq!((blank.status.as_u16(), &blank.body["fields"]["text"]), (422, &json!("required")));
    assert_eq!(client.get("/api/desk/payouts/setl_none").await.status, 404);
    assert_eq!(client.get("/api/desk/payouts?after=yesterday").await.status, 400);
});

on_both_engines!(a_bad_line_of_a_file_is_named_and_nothing_is_imported, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let good = "payment,pay_A,800.00,18.88,2.88,0,781.12,setl_1,20/11/2026 09:00:00,N1";
    let bad = import(&client, 1, &[good, "payment,pay_B,ten,0,0,0,10,setl_1,20/11/2026,N1"]).await;
    assert_eq!((bad.status.as_u16(), bad.text("code")), (422, "bad_rows"));
    assert_eq!(bad.body["rows"], json!([{ "line": 3, "column": "amount", "code": "not_an_amount" }]));
    assert_eq!(client.get("/api/desk/payouts").await.success()["payouts"], json!([]));
    let incomplete = post(&client, "/import", 2, json!({ "lines": ["entity_id,amount"] })).await;
    assert_eq!(incomplete.body["rows"][0], json!({ "line": 1, "column": "type", "code": "no_column" }));
    assert_eq!(import(&client, 3, &[good]).await.status, 200);
    let changed = import(&client, 4, &[&good.replace("781.12", "700.00")]).await;
    assert_eq!(changed.body["rows"], json!([{ "line": 2, "column": null, "code": "contradicts" }]));
    assert_eq!(changed.body["more_rows"], 0);
    let large = "x".repeat(2 * 1024 * 1024);
    assert_eq!(post(&client, "/import", 5, json!({ "lines": [large] })).await.status, 413);
});

on_both_engines!(of_many_bad_lines_the_first_fifty_are_named_and_the_others_are_counted, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let line = |number: usize, credit: &str| {
        format!("payment,pay_{number},800.00,18.88,2.88,0,{credit},setl_1,20/11/2026 09:00:00,N1")
    };
    let file = |credit: &str| (0..120).map(|number| line(number, credit)).collect::<Vec<_>>();
    let send = async |key: u64, lines: Vec<String>| {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        import(&client, key, &lines).await
    };
    let check = |body: &Value, code: &str| {
        let rows = body["rows"].as_array().unwrap();
        assert_eq!((rows.len(), &body["more_rows"]), (50, &json!(70)), "{code}");
        assert_eq!((&rows[0]["line"], &rows[49]["line"]), (&json!(2), &json!(51)), "{code}");
        assert!(rows.iter().all(|row| row["code"] == code), "{body}");
        assert!(body.to_string().len() < 8_000, "the answer is short: {code}");
    };
    let bad = send(1, file("much")).await;
    assert_eq!(bad.status, 422);
    check(&bad.body, "not_an_amount");
    assert_eq!(send(2, file("781.12")).await.status, 200);
    let changed = send(3, file("700.00")).await;
    assert_eq!(changed.status, 422);
    check(&changed.body, "contradicts");
});

on_both_engines!(a_manager_sees_no_payouts_and_an_owner_only_with_a_fresh_proof, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let refused = desk.signed_in(&manager.token).get("/api/desk/payouts").await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (403, "not_allowed"));
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    client.get("/api/desk/payouts").await.success();
    desk.app.clock.advance(3_600);
    let late = client.get("/api/desk/payouts").await;
    assert_eq!((late.status.as_u16(), late.text("code")), (403, "proof_needed"));
});

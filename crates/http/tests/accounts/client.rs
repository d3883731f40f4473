//! A client of the whole router without a socket.

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::{Value, json};
use sideout_http::{Api, openapi, platform::settings::HttpSettings, router, web_app::WebApp};
use sideout_store::Store;
use sideout_testkit::{PASSWORD, TestApp};
use sideout_testkit_http::{Answer, Call, HttpClient};

/// The API over a test application.
pub(crate) struct Client {
    pub(crate) app: TestApp,
    /// A client with the API key and without a session.
    pub(crate) http: HttpClient,
}

impl Client {
    pub(crate) fn over(store: Store) -> Self {
        Self::to(TestApp::over(store))
    }

    pub(crate) fn to(app: TestApp) -> Self {
        let api = Api::new(app.app(), HttpSettings::default(), WebApp::default(), None).unwrap();
        let http = HttpClient::of(router(api)).with_key(&app.settings.api_key);
        Client { app, http }
    }

    /// The answer to a call, which must be JSON and use the server's list of messages.
    pub(crate) async fn read(&self, call: Call) -> Answer {
        let answer = call.await;
        assert!(answer.body.is_object(), "{answer:?}");
        assert_listed(&answer.body);
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.read(self.http.get(path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.read(self.http.post(path, body)).await
    }

    pub(crate) async fn get_as(&self, token: &str, path: &str) -> Answer {
        self.read(self.http.signed_in(token).get(path)).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: Value) -> Answer {
        self.read(self.http.signed_in(token).post(path, body)).await
    }

    /// Holds this court on Sunday at 7 PM; returns the order number.
    pub(crate) async fn hold(&self, token: &str, court: i64) -> String {
        let held = self.post_as(token, "/api/user/add_times", pick(court)).await;
        assert_eq!(held.outcome(), 0, "{held:?}");
        held.text("orderid").to_owned()
    }

    /// Confirms a hold, to pay at the court.
    pub(crate) async fn confirm(&self, token: &str, number: &str) {
        let path = format!("/api/user/confirmCashPayment?orderid={number}");
        assert_eq!(self.post_as(token, &path, json!({})).await.outcome(), 0);
    }

    /// Holds and confirms this court on Sunday at 7 PM; returns the order number.
    pub(crate) async fn book(&self, token: &str, court: i64) -> String {
        let number = self.hold(token, court).await;
        self.confirm(token, &number).await;
        number
    }

    /// The order, as its player sees it.
    pub(crate) async fn order(&self, token: &str, number: &str) -> Answer {
        self.get_as(token, &format!("/api/user/get_order_info?orderid={number}")).await
    }

    /// The newest code sent to this number.
    pub(crate) async fn code(&self, number: &str) -> String {
        self.app.newest_code(&number.parse().unwrap()).await.unwrap()
    }

    /// Registers a player and enters the code; returns the response of `otp`.
    pub(crate) async fn sign_up(&self, number: &str) -> Answer {
        let response = self.post("/api/register", form(number)).await;
        let code = self.code(number).await;
        let response =
            self.post("/api/otp", json!({"mobile_code": code, "user": response.text("user")})).await;
        assert_eq!(response.outcome(), 0, "{response:?}");
        response
    }
}

/// Asserts that the message of a response, if it has one, is in the server's list and has the parameters of the list.
fn assert_listed(body: &Value) {
    static MESSAGES: LazyLock<Value> =
        LazyLock::new(|| serde_json::to_value(openapi()).unwrap()["x-messages"].clone());
    if body["message"].as_str().is_none_or(str::is_empty) {
        return;
    }
    let mut params = body["params"].as_object().unwrap_or_else(|| panic!("no parameters: {body}")).clone();
    let code = body["code"].as_str().unwrap_or_else(|| panic!("no code: {body}"));
    let key = match params.remove("reason") {
        Some(reason) => format!("{code}.{}", reason.as_str().unwrap()),
        None => code.to_owned(),
    };
    let listed = MESSAGES.get(&key).unwrap_or_else(|| panic!("{key} is not listed: {body}"));
    let names = |value: &serde_json::Map<String, Value>| value.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&params), names(listed["params"].as_object().unwrap()), "{body}");
}

/// The body of add_times for this court on Sunday at 7 PM.
pub(crate) fn pick(court: i64) -> Value {
    json!({"sport_id": "1", "venue_id": "1", "court_id": court, "date": "2026-11-22", "time": "7:00 PM"})
}

/// The sign-up form filled in.
pub(crate) fn form(number: &str) -> Value {
    json!({
        "full_name": "Asha Mehta", "email": "asha@example.in", "phone_no": number,
        "gender": "female", "dob": "1995-08-31", "password": PASSWORD,
    })
}

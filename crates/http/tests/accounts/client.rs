//! A client of the whole router without a socket.

use std::{collections::BTreeSet, sync::LazyLock};

use axum::{Router, body::Body, response::Response};
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use sideout_http::{Api, openapi, platform::settings::HttpSettings, router, web_app::WebApp};
use sideout_store::Store;
use sideout_testkit::{PASSWORD, TestApp};
use tower::ServiceExt as _;

/// The API over a test application.
pub(crate) struct Client {
    pub(crate) app: TestApp,
    router: Router,
}

/// The status and JSON body of a response.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl TestResponse {
    /// The `error` number of a response, which must have status 200.
    pub(crate) fn outcome(&self) -> i64 {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        assert!(self.body["message"].is_string(), "{self:?}");
        self.body["error"].as_i64().unwrap()
    }

    /// `error`, `code` and message of a refusal.
    pub(crate) fn refusal(&self) -> (i64, &str, &str) {
        let code = self.body["code"].as_str().unwrap_or_else(|| panic!("{self:?}"));
        (self.outcome(), code, self.text("message"))
    }

    pub(crate) fn text(&self, field: &str) -> &str {
        self.body[field].as_str().unwrap_or_else(|| panic!("{field}: {self:?}"))
    }
}

impl Client {
    pub(crate) fn over(store: Store) -> Self {
        Self::to(TestApp::over(store))
    }

    pub(crate) fn to(app: TestApp) -> Self {
        let api = Api::new(app.app(), HttpSettings::default(), WebApp::default(), None).unwrap();
        Client { app, router: router(api) }
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> TestResponse {
        let answer = self.send(method, path, token, body).await;
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("{status}: {bytes:?}"));
        assert_listed(&body);
        TestResponse { status, body }
    }

    /// The raw response, also if it is not JSON.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> Response {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("api-key", &self.app.settings.api_key)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.answer(request.body(body).unwrap()).await
    }

    /// The response to a hand-made request.
    pub(crate) async fn answer(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.call(Method::POST, path, None, Some(body)).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: Value) -> TestResponse {
        self.call(Method::POST, path, Some(token), Some(body)).await
    }

    pub(crate) async fn get_as(&self, token: &str, path: &str) -> TestResponse {
        self.call(Method::GET, path, Some(token), None).await
    }

    /// The newest code sent to this number.
    pub(crate) async fn code(&self, number: &str) -> String {
        self.app.newest_code(&number.parse().unwrap()).await.unwrap()
    }

    /// Registers and verifies the code; returns the response of `otp`.
    pub(crate) async fn joined(&self, number: &str) -> TestResponse {
        let response = self.post("/api/register", form(number)).await;
        let code = self.code(number).await;
        let response =
            self.post("/api/otp", json!({"mobile_code": code, "user": response.text("user")})).await;
        assert_eq!(response.outcome(), 0, "{response:?}");
        response
    }
}

/// Every message for people has a code of the server's list, and the list's parameters.
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

/// The sign-up form filled in.
pub(crate) fn form(number: &str) -> Value {
    json!({
        "full_name": "Asha Mehta", "email": "asha@example.in", "phone_no": number,
        "gender": "female", "dob": "1995-08-31", "password": PASSWORD,
    })
}

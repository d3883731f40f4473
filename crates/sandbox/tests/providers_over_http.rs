//! The stand-ins as a client sees them: status, body, inbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::{future::IntoFuture as _, time::Duration};

use http::{Method, StatusCode};
use serde_json::{Value, json};
use sideout_sandbox::{ApprovedTemplate, SandboxSettings, serve};
use sideout_testkit_http::{Call, HttpClient};
use tokio::{net::TcpListener, sync::oneshot};

const ACCOUNT: &str = "AC00000000000000000000000000000000";
const MESSAGES: &str = "/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json";

struct Sandbox {
    http: HttpClient,
    _stop: oneshot::Sender<()>,
}

impl Sandbox {
    async fn new() -> Self {
        let settings = SandboxSettings {
            templates: vec![ApprovedTemplate {
                id: "flow".to_owned(),
                text: "##code## is your code, good for ##minutes## minutes.\n@h.example ###code##".to_owned(),
            }],
            ..SandboxSettings::default()
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(serve(listener, settings, async move {
            let _ = stopped.await;
        }));
        Sandbox { http: HttpClient::at(address), _stop: stop }
    }

    fn flow(&self, body: &Value) -> Call {
        self.http.post("/api/v5/flow", body.clone()).header("authkey", "sandbox-auth-key")
    }

    async fn flow_answer(&self, body: &Value) -> Value {
        let answer = self.flow(body).await;
        assert_eq!(answer.status, StatusCode::OK, "MSG91 answers 200 also when it refuses");
        answer.body
    }

    async fn otp(&self, path: &str, query: &[(&str, &str)]) -> Value {
        let call = self.http.call(Method::POST, path).query(query);
        call.header("authkey", "sandbox-auth-key").await.body
    }

    fn account(&self) -> HttpClient {
        self.http.with_basic_auth(ACCOUNT, "sandbox-auth-token")
    }

    fn messages(&self, form: &[(&str, &str)]) -> Call {
        self.account().call(Method::POST, MESSAGES).form(form)
    }

    async fn inbox(&self, phone: &str) -> Vec<Value> {
        let inbox = self.http.call(Method::GET, "/inbox").query(&[("to", phone)]).await.success();
        inbox.as_array().unwrap().clone()
    }
}

fn flow_to(mobile: &str) -> Value {
    json!({"template_id": "flow", "short_url": "0", "recipients": [{"mobiles": mobile, "code": "482019", "minutes": 10}]})
}

#[tokio::test]
async fn msg91_renders_the_registered_text_and_returns_the_request_id() {
    let sandbox = Sandbox::new().await;
    let answer = sandbox.flow_answer(&flow_to("919876543210")).await;
    assert_eq!(answer["type"], "success");
    assert_eq!(answer["message"].as_str().unwrap().len(), 24);
    let inbox = sandbox.inbox("+919876543210").await;
    assert_eq!(inbox[0]["text"], "482019 is your code, good for 10 minutes.\n@h.example #482019");
    assert_eq!((inbox[0]["code"].as_str(), inbox[0]["to"].as_str()), (Some("482019"), Some("+919876543210")));
    assert!(inbox[0]["at"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn msg91_refuses_in_the_body_with_status_200() {
    let sandbox = Sandbox::new().await;
    let answer = sandbox.flow(&flow_to("919876543210")).header("authkey", "x").await.body;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("207")));
    let code = async |body: Value| sandbox.flow_answer(&body).await["code"].clone();
    assert_eq!(code(json!({"recipients": []})).await, "101");
    assert_eq!(code(json!({"template_id": "flow"})).await, "102");
    assert_eq!(code(json!({"template_id": "other"})).await, Value::Null);
    assert_eq!(code(flow_to("+919876543210")).await, "202");
    assert_eq!(code(flow_to("911234567890")).await, "202");
    assert_eq!(code(flow_to("919999900004")).await, "301");
    assert_eq!(code(flow_to("919876543210")).await, Value::Null, "accepted");
    assert_eq!(code(flow_to("919876543210")).await, "311", "and not again at once");
    assert_eq!(sandbox.inbox("+919876543210").await.len(), 1);
}

#[tokio::test]
async fn a_value_longer_than_the_registry_allows_is_accepted_and_never_arrives() {
    let sandbox = Sandbox::new().await;
    let mut long = flow_to("919876543210");
    long["recipients"][0]["code"] = Value::from("4".repeat(31));
    assert_eq!(sandbox.flow_answer(&long).await["type"], "success");
    assert!(sandbox.inbox("+919876543210").await.is_empty());
    let all = sandbox.http.get("/messages").await.body;
    assert_eq!(all[0]["status"], "undelivered");
    assert!(all[0]["why"].as_str().unwrap().starts_with("DLT 630"));
}

#[tokio::test]
async fn msg91s_own_codes_are_sent_checked_and_valid_once() {
    let sandbox = Sandbox::new().await;
    let mobile = ("mobile", "919876543210");
    let minutes = ("minutes", "5");
    let send = [mobile, ("template_id", "otp"), ("otp_length", "6")];
    assert_eq!(sandbox.otp("/api/v5/otp", &send).await["type"], "error", "no such template");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = SandboxSettings {
        templates: vec![ApprovedTemplate { id: "otp".to_owned(), text: "Code for you: ##OTP##".to_owned() }],
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox { http: HttpClient::at(listener.local_addr().unwrap()), ..sandbox };
    tokio::spawn(serve(listener, settings, std::future::pending()));
    assert_eq!(sandbox.otp("/api/v5/otp", &[send[0], send[1], send[2], minutes]).await["type"], "success");
    let code = sandbox.inbox("+919876543210").await[0]["code"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 6);
    assert_eq!(sandbox.otp("/api/v5/otp/retry", &[mobile, ("retrytype", "text")]).await["type"], "success");
    assert_eq!(sandbox.inbox("+919876543210").await[0]["code"], code.as_str(), "the same code again");
    let wrong = if code == "000000" { "000001" } else { "000000" };
    assert_eq!(
        sandbox.otp("/api/v5/otp/verify", &[mobile, ("otp", wrong)]).await["message"],
        "OTP not match"
    );
    assert_eq!(sandbox.otp("/api/v5/otp/verify", &[mobile, ("otp", &code)]).await["type"], "success");
    assert_eq!(
        sandbox.otp("/api/v5/otp/verify", &[mobile, ("otp", &code)]).await["type"],
        "error",
        "a code is valid once"
    );
}

#[tokio::test]
async fn twilio_creates_a_message_and_reports_later_whether_it_arrived() {
    let sandbox = Sandbox::new().await;
    let text = "482019 is your code, good for 10 minutes.\n@h.example #482019";
    let mut statuses = Vec::new();
    for (to, body) in
        [("+919876543210", text), ("+919876543210", "free words"), ("+14155550123", "free words")]
    {
        let created = sandbox.messages(&[("To", to), ("From", "+14155550100"), ("Body", body)]).await;
        assert_eq!(created.status, StatusCode::CREATED);
        assert_eq!((created.text("status"), &created.body["error_code"]), ("queued", &Value::Null));
        statuses.push(sandbox.account().get(created.text("uri")).await.text("status").to_owned());
    }
    assert_eq!(statuses, ["delivered", "undelivered", "delivered"], "only Indian numbers have the registry");
    assert_eq!(sandbox.inbox("+919876543210").await.len(), 1);
}

#[tokio::test]
async fn twilio_refuses_with_its_envelope() {
    let sandbox = Sandbox::new().await;
    let refusal = async |call: Call| {
        let answer = call.await;
        let status = answer.status.as_u16();
        assert_eq!(answer.body["status"], status);
        assert!(answer.text("more_info").ends_with(&answer.body["code"].to_string()));
        (status, answer.body["code"].as_u64().unwrap())
    };
    let full = |to: &'static str| vec![("To", to), ("From", "+14155550100"), ("Body", "hello")];
    let anonymous = sandbox.http.call(Method::POST, MESSAGES).form(&full("+919876543210"));
    assert_eq!(refusal(anonymous).await, (401, 20003));
    let wrong_token = sandbox.http.with_basic_auth(ACCOUNT, "x").call(Method::POST, MESSAGES);
    let wrong_token = wrong_token.form(&full("+919876543210"));
    assert_eq!(refusal(wrong_token).await, (401, 20003));
    assert_eq!(refusal(sandbox.messages(&[("From", "+1"), ("Body", "b")])).await, (400, 21604));
    assert_eq!(refusal(sandbox.messages(&[("To", "+919876543210"), ("Body", "b")])).await, (400, 21603));
    assert_eq!(refusal(sandbox.messages(&[("To", "+919876543210"), ("From", "+1")])).await, (400, 21602));
    assert_eq!(refusal(sandbox.messages(&full("9876543210"))).await, (400, 21211));
    assert_eq!(refusal(sandbox.messages(&full("+919999900009"))).await, (400, 21211));
    assert_eq!(refusal(sandbox.messages(&full("+919999900008"))).await, (400, 21614));
    assert_eq!(refusal(sandbox.messages(&full("+919999900005"))).await, (429, 20429));
}

#[tokio::test]
async fn the_page_is_complete_in_itself_and_unchanged_messages_are_not_sent_again() {
    let sandbox = Sandbox::new().await;
    let page = sandbox.http.get("/").await;
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let html = page.content();
    assert!(html.contains("+919999900001") && !html.contains("https://") && !html.contains("<!--"));
    let assets = [
        "/page.css",
        "/page/provider.css",
        "/page/page.js",
        "/page/texts.js",
        "/page/payments.js",
        "/page/switches.js",
        "/page/keyed-list.js",
        "/page/elements.js",
        "/page/format.js",
    ];
    for asset in assets {
        let answer = sandbox.http.get(asset).await;
        let kind = if asset.ends_with("css") { "text/css" } else { "text/javascript" };
        assert!(answer.header("content-type").starts_with(kind), "{asset}");
    }
    let tag = async || sandbox.http.get("/messages").await.header("etag").to_owned();
    let first = tag().await;
    let same = sandbox.http.get("/messages").header("if-none-match", &first).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED);
    sandbox.flow_answer(&flow_to("919876543210")).await;
    assert_ne!(tag().await, first);
    assert_eq!(sandbox.http.call(Method::DELETE, "/inbox").await.status, StatusCode::NO_CONTENT);
    assert!(sandbox.inbox("+919876543210").await.is_empty());
}

#[tokio::test]
async fn a_slow_answer_does_not_delay_the_stop() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let settings = SandboxSettings { slow_answer_ms: 600_000, ..SandboxSettings::default() };
    let server = tokio::spawn(serve(listener, settings, async move {
        let _ = stopped.await;
    }));
    let sandbox = Sandbox { http: HttpClient::at(address), _stop: oneshot::channel().0 };
    let form = [("To", "+919999900007"), ("From", "+1"), ("Body", "hello")];
    let waiting = tokio::spawn(sandbox.messages(&form).into_future());
    while sandbox.inbox("+919999900007").await.is_empty() {
        tokio::task::yield_now().await;
    }
    drop(stop);
    tokio::time::timeout(Duration::from_secs(30), server).await.unwrap().unwrap().unwrap();
    waiting.abort();
}

//! The operator's steps in the browser, as API calls.

use std::time::Duration;

use serde_json::{Value, json};
use sideout_testkit_http::HttpClient;

const PHONE: &str = "+919812345678";
/// The sandbox's providers return an internal error for this number.
const FAILING_PHONE: &str = "+919999900003";
const MAIL: &str = "asha@example.in";
const BRAND: &str = "Sample Pickleball";

/// The interval and number of polls: two minutes in total, for a busy machine.
const PAUSE: Duration = Duration::from_millis(50);
const POLLS: u32 = 2_400;

pub(crate) struct Journey {
    /// The client with the api-key, and from the end of the sign-up on with the player's token.
    server: HttpClient,
    sandbox: HttpClient,
}

impl Journey {
    pub(crate) fn new(port: u16, sandbox_port: u16) -> Self {
        let at = |port: u16| HttpClient::at(format!("127.0.0.1:{port}"));
        Journey { server: at(port).with_key("sideout-web"), sandbox: at(sandbox_port) }
    }

    /// Signs up, pays at the sandbox's checkout, and checks the messages.
    pub(crate) async fn play(mut self, app_is_built: bool) {
        self.request_code(FAILING_PHONE).await;
        self.join().await;
        let (number, price) = self.hold().await;
        self.pay(&number, price).await;
        self.assert_webhook_confirms(&number).await;
        let text = self.find("texts", "/inbox?to=%2B919812345678", "text", "is yours on").await;
        assert!(text["text"].as_str().unwrap().starts_with(&format!("{BRAND}: Court ")), "{text}");
        assert!(text["text"].as_str().unwrap().contains(&number), "{text}");
        let email = self.find("emails", &format!("/mailbox?to={MAIL}"), "text", &number).await;
        assert!(email["from"].as_str().unwrap().contains("play@example.in"), "{email}");
        assert_eq!(email["attachments"][0]["name"], "booking.ics", "{email}");
        self.assert_receipt_can_be_downloaded(&number).await;
        self.assert_nothing_names_the_product(app_is_built).await;
    }

    async fn request_code(&self, phone: &str) -> Value {
        let form = json!({
            "full_name": "Asha Mehta", "email": MAIL, "phone_no": phone, "gender": "female", "dob": "1994-03-02",
            "password": "pickleball",
        });
        let response = self.post("/api/register", form).await;
        assert_eq!(response["error"], 0, "{response}");
        response
    }

    async fn join(&mut self) {
        let response = self.request_code(PHONE).await;
        let text = self.find("texts", "/inbox?to=%2B919812345678", "text", "code").await;
        assert!(text["text"].as_str().unwrap().contains(&format!("is your {BRAND} code")), "{text}");
        let joined =
            self.post("/api/otp", json!({"mobile_code": text["code"], "user": response["user"]})).await;
        assert_eq!(joined["error"], 0, "{joined}");
        self.server = self.server.signed_in(joined["token"].as_str().unwrap());
    }

    /// Holds a court on the last bookable day, whose hours are ahead whenever the test runs.
    async fn hold(&self) -> (String, Value) {
        let days = self.get("/api/gettimeslots?venue=1&sport=1").await;
        let day = days["date"].as_array().unwrap().last().unwrap();
        let (date, time) = (&day["date"]["date"], &day["slots"][0]["time"]);
        let hour = time.as_str().unwrap().replace(' ', "%20");
        let courts = self
            .get(&format!("/api/getcourt?venue=1&sport=1&date={}&time={hour}", date.as_str().unwrap()))
            .await;
        let court = &courts["courts"][0]["court_id"];
        let pick = json!({"sport_id": 1, "venue_id": 1, "court_id": court, "date": date, "time": time});
        let held = self.post("/api/user/add_times", pick).await;
        assert_eq!(held["error"], 0, "{held}");
        (held["orderid"].as_str().unwrap().trim_start_matches('#').to_owned(), held["total_amount"].clone())
    }

    /// Pays as the checkout window does. The browser never calls `confirmPayment`.
    async fn pay(&self, number: &str, price: Value) {
        let checkout = self.post(&format!("/api/user/generatePayment?orderid={number}"), json!({})).await;
        assert_eq!(checkout["error"], 0, "{checkout}");
        assert_eq!(checkout["amount"].as_i64(), price.as_i64().map(|rupees| rupees * 100), "{checkout}");
        let config = self.get("/api/app-config").await;
        let script = config["razorpay"]["script_url"].as_str().unwrap();
        assert!(
            self.sandbox.get(script).await.status.is_success(),
            "the checkout's script is where app-config says"
        );
        let begin = json!({
            "key_id": checkout["key_id"], "order_id": checkout["razorpay_orderid"], "amount": checkout["amount"],
            "method": "upi", "contact": PHONE, "email": MAIL,
        });
        let begun = self.post_to_sandbox("/v1/checkout/payments", begin).await;
        let end =
            json!({"key_id": checkout["key_id"], "payment_id": begun["payment_id"], "outcome": "succeed"});
        let ended = self.post_to_sandbox("/v1/checkout/payments/end", end).await;
        assert!(ended["response"]["razorpay_signature"].is_string(), "{ended}");
    }

    /// The server accepted a webhook, and the booking is confirmed.
    async fn assert_webhook_confirms(&self, number: &str) {
        let found = self
            .wait_for("a webhook that was taken", async || {
                let overview = self.read("/razorpay/overview").await;
                let taken =
                    |hook: &&Value| hook["event"] == "payment.captured" && hook["state"] == "delivered";
                overview["webhooks"]["newest"].as_array().unwrap().iter().find(taken).cloned()
            })
            .await;
        assert_eq!(found["answer"], 204, "{found}");
        self.wait_for("the booking in the history", async || {
            let history = self.get("/api/user/getBookingHistory").await;
            let orders = history["data"]["order"].as_array().unwrap().clone();
            let is_booked =
                |order: &Value| order["order_id"] == format!("#{number}") && order["status"] == "confirmed";
            orders.iter().find(|order| is_booked(order)).cloned()
        })
        .await;
    }

    async fn assert_receipt_can_be_downloaded(&self, number: &str) {
        let answer = self.server.get(format!("/api/user/receipt?orderid={number}")).await;
        assert!(answer.status.is_success() && answer.bytes.starts_with(b"%PDF"), "no receipt: {answer:?}");
    }

    /// Players see only the operator's brand.
    async fn assert_nothing_names_the_product(&self, app_is_built: bool) {
        let mut pages = vec!["/manifest.webmanifest"];
        if app_is_built {
            pages.extend(["/", "/location", "/join", "/about-us", "/privacy-policy", "/no-such-page"]);
        }
        for page in pages {
            let text = self.server.get(page).header("accept", "text/html").await.content();
            assert!(!text.contains("Sideout"), "{page} names the product: {text}");
            assert!(text.contains(BRAND), "{page} does not name the operator: {text}");
        }
        for everything in ["/inbox", "/mailbox"] {
            let text = self.sandbox.get(everything).await.content();
            assert!(text.contains(BRAND) && !text.contains("Sideout"), "{text}");
        }
        let emails = self.read("/mailbox").await;
        for email in emails.as_array().unwrap() {
            let page = self.sandbox.get(format!("/mailbox/{}", email["id"])).await;
            assert!(!page.content().contains("Sideout"), "{email}");
        }
    }

    /// Waits for an item whose `field` contains this text; returns the newest.
    async fn find(&self, what: &str, path: &str, field: &str, wanted: &str) -> Value {
        self.wait_for(&format!("{what} with \"{wanted}\""), async || {
            let found = self.read(path).await;
            let is_it = |item: &&Value| item[field].as_str().is_some_and(|text| text.contains(wanted));
            found.as_array().unwrap().iter().find(is_it).cloned()
        })
        .await
    }

    async fn wait_for(&self, what: &str, look: impl AsyncFn() -> Option<Value>) -> Value {
        for _ in 0..POLLS {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("no {what}");
    }

    async fn get(&self, path: &str) -> Value {
        self.server.get(path).await.body
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.server.post(path, body).await.body
    }

    async fn read(&self, path: &str) -> Value {
        self.sandbox.get(path).await.body
    }

    async fn post_to_sandbox(&self, path: &str, body: Value) -> Value {
        self.sandbox.post(path, body).await.success()
    }
}

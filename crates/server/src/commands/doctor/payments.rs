//! Checks the account at the payment provider, and reports payments, refunds and payouts that a person has to look at.

use jiff::{SignedDuration, Timestamp, civil::Date, fmt::rfc2822};
use sideout_app::{
    desk::payouts::list_payouts::find_unread,
    platform::{clock::Clock, settings::Audience},
};
use sideout_domain::{money::Money, refund::RefundStatus};
use sideout_providers::payments::{PaymentError, Razorpay, RazorpaySettings};
use sideout_store::{
    Payouts, Store, StoreError,
    payments::{FailingPolls, OpenRefunds, ProviderOrders, Refund, Refunds},
};

use super::finding::{Finding, fine, unchecked, warning, wrong};
use crate::settings::ServerSettings;

/// The tolerated difference from the provider's clock. Its `Date` header has whole seconds and takes a moment to arrive.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(10);

/// This many failed polls in a row are more than a short outage.
const FAILING: u32 = 5;

/// Reports open payments whose polls have failed for a while: they may have been paid.
pub(super) async fn open_payments(store: &Store) -> Option<Finding> {
    let failing = store
        .read(FAILING, |tx, failed| Box::pin(async move { ProviderOrders(tx).find_failing(*failed).await }));
    let failing: Result<Option<FailingPolls>, StoreError> = failing.await;
    match failing {
        Ok(failing) => failing.map(|failing| warning("payments", describe_failing(&failing))),
        Err(error) => Some(unchecked("payments", &error)),
    }
}

/// Reports the 20 oldest refunds that staff settled another way and the provider sent after all, until staff have noted what was done.
pub(super) async fn refunds_sent_twice(store: &Store) -> Vec<Finding> {
    const MOST_LISTED: u32 = 20;
    let read =
        store.read((), |tx, ()| Box::pin(async move { Refunds(tx).list_sent_twice(MOST_LISTED).await }));
    let found: Result<Vec<Refund>, StoreError> = read.await;
    match found {
        Ok(refunds) => refunds.iter().map(|refund| warning("refunds", describe_twice(refund))).collect(),
        Err(error) => vec![unchecked("refunds", &error)],
    }
}

/// Reports open refunds through the payment provider, for settings that have no account there.
pub(super) async fn refunds_without_account(store: &Store, now: Timestamp) -> Option<Finding> {
    let read = store.read(now, |tx, now| Box::pin(async move { Refunds(tx).sum_open(*now).await }));
    let open: Result<Vec<OpenRefunds>, StoreError> = read.await;
    match open {
        Ok(open) => describe_unsent(&open).map(|message| warning("refunds", message)),
        Err(error) => Some(unchecked("refunds", &error)),
    }
}

/// Reports lines of payouts that do not match and have no explanation yet.
pub(super) async fn open_payout_lines(store: &Store) -> Option<Finding> {
    let open = store.read((), |tx, ()| Box::pin(async move { Payouts(tx).count_open().await }));
    let open: Result<i64, StoreError> = open.await;
    match open {
        Ok(0) => None,
        Ok(open) => Some(warning("payouts", describe_open_lines(open))),
        Err(error) => Some(unchecked("payouts", &error)),
    }
}

/// Reports days of the provider's payouts that could not be read.
pub(super) async fn unread_payout_days(store: &Store, now: Timestamp) -> Option<Finding> {
    let unread: Result<_, StoreError> = store.read(now, |tx, now| Box::pin(find_unread(tx, *now))).await;
    match unread.as_deref() {
        Ok([]) => None,
        Ok(days @ [first, ..]) => Some(warning("payouts", describe_unread_days(days.len(), *first))),
        Err(error) => Some(unchecked("payouts", error)),
    }
}

/// What is missing for the refunds that wait to be sent or to be confirmed; `None` if none does. Staff give failed ones back another way.
fn describe_unsent(open: &[OpenRefunds]) -> Option<String> {
    let waiting = open.iter().filter(|open| open.status != RefundStatus::Failed);
    let refunds: i64 = waiting.clone().map(|open| open.refunds).sum();
    let amount: Money = waiting.map(|open| open.amount).sum();
    let needs =
        if refunds == 1 { "1 open refund needs".to_owned() } else { format!("{refunds} open refunds need") };
    (refunds > 0).then(|| {
        format!(
            "{needs} the payment provider ({amount} in all), and there is no [payments.razorpay] table: put the account back until they \
             are done"
        )
    })
}

fn describe_open_lines(open: i64) -> String {
    let lines =
        if open == 1 { "1 payout line needs".to_owned() } else { format!("{open} payout lines need") };
    format!("{lines} an explanation; an owner writes it at the desk, under Payouts")
}

fn describe_unread_days(days: usize, oldest: Date) -> String {
    let what = if days == 1 {
        format!("the payouts of {oldest} could not be read")
    } else {
        format!("the payouts of {days} days could not be read, the oldest is {oldest}")
    };
    format!("{what}; see the log for the provider's answer, or import its file")
}

fn describe_twice(refund: &Refund) -> String {
    let sent = refund.sent_after_all.as_ref().map_or("unknown", |sent| sent.refund.as_str());
    format!(
        "{} of order {} went back twice: by {} and as {sent} by the provider; clear it up in the desk's refunds",
        refund.amount,
        refund.order,
        refund.source.method()
    )
}

fn describe_failing(failing: &FailingPolls) -> String {
    let FailingPolls { orders, worst, failed, why, next_poll_at } = failing;
    let next = next_poll_at.map_or_else(String::new, |next| format!("; the next poll is at {next}"));
    let payments = if *orders == 1 { "payment" } else { "payments" };
    format!(
        "{orders} open {payments} cannot be polled, that of order {worst} {failed} times in a row ({why}){next}: compare \
         with the provider's dashboard, a server with the account keeps trying"
    )
}

/// Checks keys, secrets, audience and clock with one read-only call to the provider.
pub(super) async fn payments(settings: &ServerSettings, clock: &dyn Clock) -> Vec<Finding> {
    let Some(razorpay) = &settings.payments.razorpay else {
        return vec![fine("payments", "no account: all players pay at the court")];
    };
    let provider = match Razorpay::new(razorpay) {
        Ok(provider) => provider,
        Err(error) => return vec![wrong("payments", error.to_string())],
    };
    let mut findings = secrets(razorpay);
    findings.extend(keys(&provider, razorpay, clock).await);
    if settings.business.online_payment == Audience::default() {
        let message = "business.online_payment is \"nobody\", so no player can pay online: set who can; open refunds and QR codes of desks still need the account";
        findings.push(warning("payments", message));
    }
    findings
}

fn secrets(razorpay: &RazorpaySettings) -> Vec<Finding> {
    let message = "has a secret of its own; messages without a valid signature change nothing";
    let mut findings = vec![fine("webhook", message)];
    if razorpay.previous_webhook_secret.as_ref().is_some_and(|secret| !secret.is_empty()) {
        let message = "previous_webhook_secret is set: take it out a day after the change";
        findings.push(warning("webhook", message));
    }
    if razorpay.key_id.starts_with("rzp_test_") {
        findings.push(warning(
            "payments",
            "these are test keys: no money is moved; for real players set live keys, with a database without payments by test keys",
        ));
    }
    findings
}

async fn keys(provider: &Razorpay, razorpay: &RazorpaySettings, clock: &dyn Clock) -> Vec<Finding> {
    match provider.check_keys().await {
        Ok(date) => {
            let good = fine("payments", format!("{} is accepted by {}", razorpay.key_id, razorpay.base_url));
            // Compared with the present time: the checks before this one may have taken minutes.
            std::iter::once(good).chain(compare_clock(date.as_deref(), clock.now())).collect()
        }
        Err(PaymentError::Misconfigured(fault)) => vec![wrong(
            "payments",
            format!(
                "the provider refuses the account ({fault}): compare key_id and key_secret with the dashboard, and check \
                 base_url"
            ),
        )],
        Err(error) => {
            vec![warning(
                "payments",
                format!(
                    "the keys could not be tried ({error}): try again, and if nothing answers, check that outgoing connections are \
                     allowed"
                ),
            )]
        }
    }
}

fn compare_clock(date: Option<&str>, now: Timestamp) -> Option<Finding> {
    let shown = rfc2822::parse(date?).ok()?.timestamp();
    let apart = now.duration_since(shown).abs();
    (apart > CLOCK_TOLERANCE).then(|| {
        let message = "apart from the payment provider's clock: run a time service";
        warning("clock", format!("{} s {message}", apart.as_secs()))
    })
}

#[cfg(test)]
mod tests {
    use std::{future::pending, net::SocketAddr};

    use sideout_providers::Secret;
    use sideout_testkit::FixedClock;
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };

    use super::{super::finding::Verdict, *};

    /// Settings whose payment provider is at the address `base`.
    fn settings(base: &str, key_secret: &str) -> ServerSettings {
        let account = sideout_sandbox::RazorpayAccount::default();
        let mut settings = ServerSettings::standard();
        settings.business.online_payment = Audience::EVERYONE;
        settings.payments.razorpay = Some(RazorpaySettings {
            base_url: base.to_owned(),
            script_url: format!("{base}/v1/checkout.js"),
            key_id: account.key_id,
            key_secret: Secret::new(key_secret),
            webhook_secret: Secret::new(&account.webhook_secret),
            previous_webhook_secret: None,
            capture: sideout_providers::payments::CaptureMode::Automatic,
            timeout_ms: 2_000,
        });
        settings
    }

    async fn sandbox() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(sideout_sandbox::serve(
            listener,
            sideout_sandbox::SandboxSettings::default(),
            pending(),
        ));
        address
    }

    async fn found(settings: &ServerSettings) -> Vec<(Verdict, &'static str, String)> {
        found_by(settings, &FixedClock::new()).await
    }

    async fn found_by(settings: &ServerSettings, clock: &FixedClock) -> Vec<(Verdict, &'static str, String)> {
        let found = payments(settings, clock).await;
        found.into_iter().map(|finding| (finding.verdict, finding.what, finding.message)).collect()
    }

    fn has(found: &[(Verdict, &'static str, String)], verdict: Verdict, what: &str, message: &str) -> bool {
        found.iter().any(|(v, w, text)| (*v, *w) == (verdict, what) && text.contains(message))
    }

    #[tokio::test]
    async fn valid_keys_are_fine_and_invalid_ones_are_wrong() {
        let base = format!("http://{}", sandbox().await);
        let secret = sideout_sandbox::RazorpayAccount::default().key_secret;
        let good = found(&settings(&base, &secret)).await;
        assert!(has(&good, Verdict::Fine, "payments", "is accepted"), "{good:?}");
        assert!(has(&good, Verdict::Fine, "webhook", "secret of its own"), "{good:?}");
        assert!(has(&good, Verdict::Warning, "payments", "test keys"), "{good:?}");
        let bad = found(&settings(&base, "not-the-secret")).await;
        assert!(has(&bad, Verdict::Wrong, "payments", "compare key_id"), "{bad:?}");
        assert!(!format!("{bad:?}").contains("not-the-secret"));
    }

    #[tokio::test]
    async fn an_unreachable_provider_is_a_warning_and_weak_secrets_are_reported() {
        let mut tested = settings("http://127.0.0.1:1", "the-secret");
        tested.business.online_payment = Audience::default();
        let mut account = tested.payments.razorpay.take().unwrap();
        account.previous_webhook_secret = Some(Secret::new("before"));
        tested.payments.razorpay = Some(account.clone());
        let seen = found(&tested).await;
        assert!(has(&seen, Verdict::Warning, "payments", "could not be tried"), "{seen:?}");
        assert!(has(&seen, Verdict::Warning, "webhook", "a day after"), "{seen:?}");
        assert!(has(&seen, Verdict::Warning, "payments", "nobody"), "{seen:?}");
        account.previous_webhook_secret = Some(Secret::new(""));
        let is_reported =
            |finding: &Finding| (finding.what, finding.verdict) == ("webhook", Verdict::Warning);
        assert!(!secrets(&account).iter().any(is_reported), "an empty one is none");
        account.webhook_secret = account.key_secret.clone();
        tested.payments.razorpay = Some(account);
        let seen = found(&tested).await;
        assert!(has(&seen, Verdict::Wrong, "payments", "is the key's secret"), "{seen:?}");
    }

    #[tokio::test]
    async fn the_providers_clock_is_compared_with_the_time_of_its_answer() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let clock = FixedClock::new();
        let machine = clock.clone();
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut stream = BufReader::new(stream);
            let mut line = String::new();
            // The head of the request ends with an empty line.
            while stream.read_line(&mut line).await.unwrap() > 2 {
                line.clear();
            }
            machine.advance(60);
            let head = "HTTP/1.1 200 OK\r\ndate: Sat, 21 Nov 2026 06:01:00 GMT\r\ncontent-length: 12\r\n\r\n";
            stream.write_all(format!("{head}{{\"items\":[]}}").as_bytes()).await.unwrap();
        });
        let seen = found_by(&settings(&base, "the-secret"), &clock).await;
        assert!(has(&seen, Verdict::Fine, "payments", "is accepted"), "{seen:?}");
        assert!(!has(&seen, Verdict::Warning, "clock", ""), "{seen:?}");
    }

    #[test]
    fn open_payments_with_failing_polls_are_reported_with_the_reason() {
        let failing = FailingPolls {
            orders: 2,
            worst: "4071553902".parse().unwrap(),
            failed: 7,
            why: "provider: refused".to_owned(),
            next_poll_at: Some("2026-11-21T08:00:00Z".parse().unwrap()),
        };
        let message = describe_failing(&failing);
        assert!(message.contains("2 open payments") && message.contains("4071553902 7 times"), "{message}");
        assert!(message.contains("refused") && message.contains("2026-11-21T08:00:00Z"), "{message}");
    }

    #[test]
    fn refunds_that_wait_for_a_missing_account_are_reported() {
        let open = |status, refunds, rupees| OpenRefunds {
            status,
            is_due: false,
            refunds,
            amount: Money::from_rupees(rupees),
        };
        let failed = open(RefundStatus::Failed, 1, 800);
        assert_eq!(describe_unsent(&[open(RefundStatus::Approved, 0, 0), failed]), None);
        let one = describe_unsent(&[open(RefundStatus::Approved, 1, 770), failed]).unwrap();
        assert!(one.starts_with("1 open refund needs the payment provider (₹770 in all),"), "{one}");
        let waiting = [open(RefundStatus::Approved, 1, 770), open(RefundStatus::Issued, 2, 1_600)];
        let three = describe_unsent(&waiting).unwrap();
        assert!(three.starts_with("3 open refunds need the payment provider (₹2,370 in all),"), "{three}");
    }

    #[test]
    fn one_payout_line_or_day_is_reported_in_the_singular() {
        assert!(describe_open_lines(1).starts_with("1 payout line needs an explanation;"));
        assert!(describe_open_lines(2).starts_with("2 payout lines need an explanation;"));
        let oldest = jiff::civil::date(2026, 11, 21);
        let one = describe_unread_days(1, oldest);
        assert!(one.starts_with("the payouts of 2026-11-21 could not be read;"), "{one}");
        let several = describe_unread_days(3, oldest);
        assert!(
            several.starts_with("the payouts of 3 days could not be read, the oldest is 2026-11-21;"),
            "{several}"
        );
    }

    #[test]
    fn a_clock_different_from_the_providers_is_reported() {
        let now = "2026-11-21T06:00:00Z".parse().unwrap();
        let at = |text: &str| compare_clock(Some(text), now);
        assert_eq!(at("Sat, 21 Nov 2026 05:59:55 GMT"), None);
        assert!(
            at("Sat, 21 Nov 2026 06:01:00 GMT")
                .is_some_and(|finding| finding.message.starts_with("60 s apart"))
        );
        assert_eq!(at("soon"), None);
        assert_eq!(compare_clock(None, now), None);
    }
}

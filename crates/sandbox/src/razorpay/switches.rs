//! Failures, switched on by `PUT /razorpay/switches`.

/// All failures that can be switched on. The default has none.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Switches {
    pub(crate) webhooks: WebhookSwitches,
    pub(crate) api: ApiSwitches,
    pub(crate) refunds: RefundOutcome,
    pub(crate) banks: BankSwitches,
    pub(crate) qr: QrSwitches,
    pub(crate) settlements: SettlementSwitches,
}

impl Switches {
    /// Whether anything is switched on. While `fail_percent` is 0, the other switches of `api` make no call fail.
    pub(crate) fn are_on(&self) -> bool {
        let api = if self.api.fail_percent == 0 { ApiSwitches::default() } else { self.api.clone() };
        Switches { api, ..self.clone() } != Switches::default()
    }
}

/// When and how the account is paid out.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SettlementSwitches {
    /// What was captured or refunded is paid out at nine in the morning, this many hours later at the earliest.
    pub(crate) after_hours: u32,
    /// Whether each payout has a line that belongs to no payment.
    pub(crate) unknown_line: bool,
    /// The day in India, `YYYY-MM-DD`, whose settlements cannot be listed: 400.
    pub(crate) unreadable_day: Option<String>,
}

impl Default for SettlementSwitches {
    fn default() -> Self {
        // Razorpay pays out two days after the capture (T+2).
        SettlementSwitches { after_hours: 48, unknown_line: false, unreadable_day: None }
    }
}

/// What the account may do with QR codes.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct QrSwitches {
    /// Whether the content of a code is left out and only the address of its image is shown.
    pub(crate) image_only: bool,
}

/// Failures of webhooks in transit. Percentages are of all events unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookSwitches {
    /// The percentage, of the events that are sent, that is sent twice.
    pub(crate) duplicate_percent: u8,
    /// The percentage that is never sent.
    pub(crate) lose_percent: u8,
    /// The percentage that is accompanied by a forged webhook: the same event with a wrong signature; its payment, if any, is captured
    /// and has an unknown id.
    pub(crate) forge_percent: u8,
    /// The delay of each webhook, in seconds.
    pub(crate) delay_seconds: u32,
    /// The largest additional random delay, in seconds; it also changes their order.
    pub(crate) shuffle_seconds: u32,
    /// Whether webhooks are signed with the secret before the last change.
    pub(crate) old_secret: bool,
}

/// The behaviour of banks that do not answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BankSwitches {
    /// The banks accept after this many minutes (late authorisation); `None`, or more than three days: never.
    pub(crate) yes_after_minutes: Option<u32>,
}

/// Failures of API calls.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ApiSwitches {
    /// The percentage of calls that fail, chosen at random.
    pub(crate) fail_percent: u8,
    /// Only calls of this name (`refund`, `list orders` …) fail; if absent, all calls.
    pub(crate) only: Option<String>,
    /// The kind of failure.
    pub(crate) how: ApiFault,
    /// Whether the call takes effect before it fails, which the caller cannot know. A slow one always does.
    pub(crate) after_the_work: bool,
}

/// The kind of failure of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ApiFault {
    /// The response is 500 with the error envelope.
    #[default]
    ServerError,
    /// The response is 502 with an HTML page.
    ErrorPage,
    /// 429: too many requests.
    TooMany,
    /// The 404 of the API gateway, for an unknown path.
    NoRoute,
    /// 400, whatever the call contains: the account may not do this at present.
    Refused,
    /// The response comes late (`slow_answer_ms`).
    Slow,
}

/// The outcome of refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundOutcome {
    /// Refunds are processed at once.
    #[default]
    Processed,
    /// Refunds are pending, and processed later.
    Pending,
    /// Refunds are pending, and fail later.
    Failed,
    /// The response is 409, because the same refund is in progress.
    InFlight,
    /// Refunds are refused because of insufficient balance.
    BalanceLow,
}

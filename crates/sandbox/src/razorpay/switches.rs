//! Bad days, switched on by `PUT /razorpay/switches`.

/// Everything that can be made to go wrong. The default is a good day.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Switches {
    pub(crate) webhooks: WebhookSwitches,
    pub(crate) api: ApiSwitches,
    pub(crate) refunds: RefundFate,
    pub(crate) banks: BankSwitches,
}

/// What happens to webhooks on their way. Percentages are of all events.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookSwitches {
    /// Sent twice.
    pub(crate) duplicate_percent: u8,
    /// Never sent, nor retried.
    pub(crate) lose_percent: u8,
    /// Accompanied by a forged one: a made-up capture under a wrong signature.
    pub(crate) forge_percent: u8,
    /// Each is held back by so many seconds.
    pub(crate) delay_seconds: u32,
    /// And by up to so many more at random, which also changes their order.
    pub(crate) shuffle_seconds: u32,
    /// Signed with the secret before the last change.
    pub(crate) old_secret: bool,
}

/// What banks do that give no answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BankSwitches {
    /// They say yes after so many minutes: late authorisation. None: they never say anything.
    pub(crate) yes_after_minutes: Option<u32>,
}

/// What the API does instead of answering.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ApiSwitches {
    /// Of all calls, chosen at random.
    pub(crate) fail_percent: u8,
    /// Only calls of this name (`refund`, `list orders` …) may fail; all may where none is named.
    pub(crate) only: Option<String>,
    /// How they fail.
    pub(crate) how: ApiFate,
    /// Whether the work is done before the call fails: the caller cannot know.
    pub(crate) after_the_work: bool,
}

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ApiFate {
    /// 500 with the error envelope.
    #[default]
    ServerError,
    /// 502 with an HTML page.
    ErrorPage,
    /// 429.
    TooMany,
    /// The front door's 404.
    NoRoute,
    /// An answer long after everybody has given up.
    Slow,
}

/// What becomes of refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundFate {
    /// Processed at once.
    #[default]
    Processed,
    /// Pending, and processed an hour later.
    Pending,
    /// Pending, and failed an hour later.
    Failed,
    /// 409: the same refund is being made.
    InFlight,
    /// Refused for want of balance.
    BalanceLow,
}

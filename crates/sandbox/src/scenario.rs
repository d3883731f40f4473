//! Phone numbers that cause a fixed outcome, for tests of failures.

/// The outcome of a message to a scenario number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scenario {
    /// Accepted, but never arrives.
    Undelivered,
    /// Accepted, and dropped by the telephone operator because no registered text matches.
    DltBlocked,
    /// An internal error of the provider.
    InternalError,
    /// The account has no money left.
    NoBalance,
    /// Too many requests.
    Throttled,
    /// An HTML error page where JSON was expected.
    ErrorPage,
    /// It arrives at once, but the response comes late (`slow_answer_ms`).
    Slow,
    /// A landline.
    Landline,
    /// A number that does not exist.
    InvalidNumber,
    /// A success that is not JSON.
    Gibberish,
}

/// The scenarios by number, with their descriptions for the page.
pub(crate) const NUMBERS: [(&str, Scenario, &str); 10] = [
    ("+919999900001", Scenario::Undelivered, "Accepted, never delivered"),
    ("+919999900002", Scenario::DltBlocked, "Accepted, then dropped by the operator (DLT 630)"),
    ("+919999900003", Scenario::InternalError, "Internal error (MSG91 601 on HTTP 200, Twilio 20500)"),
    ("+919999900004", Scenario::NoBalance, "No balance (MSG91 301 on HTTP 200, Twilio 20005)"),
    ("+919999900005", Scenario::Throttled, "HTTP 429, try again in 30 s"),
    ("+919999900006", Scenario::ErrorPage, "HTTP 500 with an HTML page"),
    ("+919999900007", Scenario::Slow, "Delivered at once, answered too late"),
    ("+919999900008", Scenario::Landline, "Landline (MSG91 202, Twilio 21614)"),
    ("+919999900009", Scenario::InvalidNumber, "Invalid number (MSG91 202, Twilio 21211)"),
    ("+919999900010", Scenario::Gibberish, "HTTP 200 without JSON"),
];

/// The scenario of a number in international form, if it has one.
pub(crate) fn of(number: &str) -> Option<Scenario> {
    NUMBERS.iter().find(|(known, ..)| *known == number).map(|(_, scenario, _)| *scenario)
}

/// The HTML error page of a load balancer.
pub(crate) const ERROR_PAGE: &str = "<html>\r\n<head><title>500 Internal Server Error</title></head>\r\n<body>\r\n<center><h1>500 Internal Server Error</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

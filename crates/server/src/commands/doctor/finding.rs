//! A line of the report.

use std::fmt;

use sideout_store::StoreError;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    Warning,
    Wrong,
}

/// One line of the report.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    /// The checked part of the installation, such as `payments`.
    pub(super) what: &'static str,
    pub(super) message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.verdict {
            Verdict::Fine => "ok  ",
            Verdict::Warning => "warn",
            Verdict::Wrong => "FAIL",
        };
        write!(f, "{mark}  {:<12} {}", self.what, self.message)
    }
}

pub(super) fn fine(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Fine, what, message: message.into() }
}

pub(super) fn warning(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Warning, what, message: message.into() }
}

pub(super) fn wrong(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Wrong, what, message: message.into() }
}

/// The finding for a part that cannot be checked because the database failed.
pub(super) fn unchecked(what: &'static str, error: &StoreError) -> Finding {
    wrong(
        what,
        format!("cannot be checked ({error}): run sideout doctor again, and report it if that fails, too"),
    )
}

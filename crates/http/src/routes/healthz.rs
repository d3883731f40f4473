//! `GET /healthz`: whether the process is running.

/// Answers "ok" without a check: an unreachable database is no reason to restart the process.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

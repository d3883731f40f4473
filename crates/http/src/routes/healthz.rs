//! `GET /healthz`: whether the process is running.

/// Says so, and checks nothing: a database that is away is no reason to kill the process.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

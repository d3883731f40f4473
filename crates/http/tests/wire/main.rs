//! HTTP: a toy router over real sockets, and the real router without a socket where the application is needed.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails by panicking"
)]

mod attacks;
mod bodies;
mod early_answers;
mod headers;
mod limits;
mod rendered_pages;
mod shutdown;
mod slow_clients;
mod toy_server;
mod whole_router;
mod writing_gets;

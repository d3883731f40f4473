//! Logins and codes through two nodes whose machines are eleven minutes ahead and behind.

use std::sync::Arc;

use sideout_app::{
    Throttled,
    accounts::{
        login::{Login, LoginError},
        register::register,
        verify_code::{Verified, VerifyCodeError},
    },
    jobs::check_clock::ClockWatch,
    platform::{clock::Clock, node_clock::NodeClock},
};
use sideout_store::Store;
use sideout_testkit::{
    FixedClock, NETWORK, PASSWORD, TestApp, WrongClock, new_player, on_both_engines, with_server_clock,
};

use crate::helpers::{live_session, log_in, sent_code, session_of, verify};

const NUMBER: &str = "9876543210";
const NEW_NUMBER: &str = "9876500001";
/// In seconds.
const ELEVEN_MINUTES: i64 = 11 * 60;

/// Two nodes over one database whose server's clock is `right`.
struct Nodes {
    right: FixedClock,
    ahead: TestApp,
    behind: TestApp,
}

impl Nodes {
    /// `correct` makes the clock of a node from its machine's.
    async fn start(store: Store, correct: fn(&FixedClock, WrongClock) -> Arc<dyn Clock>) -> Self {
        let right = FixedClock::new();
        let app = TestApp::over(with_server_clock(&store, right.clone()));
        let node = |seconds| app.another_node_by(correct(&right, WrongClock::ahead_of(&right, seconds)));
        let (ahead, behind) = (node(ELEVEN_MINUTES), node(-ELEVEN_MINUTES));
        for node in [&ahead, &behind] {
            ClockWatch::default().check(node).await.unwrap();
        }
        Nodes { right, ahead, behind }
    }

    /// What the node ahead answers to a code that the node behind sent a second before.
    async fn verify_code_of_behind_on_ahead(&self) -> Result<Verified, VerifyCodeError> {
        let issued = register(&self.behind, NETWORK, new_player(NEW_NUMBER)).await.unwrap();
        let code = sent_code(&self.behind, NEW_NUMBER).await;
        self.right.advance(1);
        verify(&self.ahead, &issued, &code).await
    }
}

fn corrected(right: &FixedClock, machine: WrongClock) -> Arc<dyn Clock> {
    Arc::new(NodeClock::new(Arc::new(machine), right.clone()))
}

fn as_the_machine_shows(_: &FixedClock, machine: WrongClock) -> Arc<dyn Clock> {
    Arc::new(machine)
}

on_both_engines!(wrong_passwords_on_one_node_delay_a_login_on_the_other_by_three_seconds, async |store| {
    let Nodes { right, ahead, behind } = Nodes::start(store, corrected).await;
    behind.player(NUMBER).await;
    for _ in 0..3 {
        let refused = log_in(&ahead, NUMBER, "wrong one").await;
        assert!(matches!(refused, Err(LoginError::WrongCredentials)), "{refused:?}");
    }
    match log_in(&behind, NUMBER, PASSWORD).await {
        Err(LoginError::Throttled(Throttled { retry_after })) => assert_eq!(retry_after, 3),
        other => panic!("{other:?}"),
    }
    right.advance(3);
    let session = session_of(&behind, NUMBER, PASSWORD).await;
    live_session(&ahead, session.token.reveal()).await;
});

on_both_engines!(a_network_that_used_up_its_logins_on_one_node_is_refused_on_the_other, async |store| {
    let Nodes { right, ahead, behind } = Nodes::start(store, corrected).await;
    behind.player(NUMBER).await;
    for attempt in 0..100 {
        let _ = log_in(&ahead, &format!("98765{attempt:05}"), "wrong one").await;
    }
    let refused = log_in(&behind, NUMBER, PASSWORD).await;
    assert!(matches!(refused, Err(LoginError::Throttled(_))), "{refused:?}");
    right.advance(60);
    let first = log_in(&behind, NUMBER, PASSWORD).await;
    assert!(matches!(first, Ok(Login::SignedIn(_))), "{first:?}");
    session_of(&ahead, NUMBER, PASSWORD).await;
});

on_both_engines!(a_code_of_one_node_is_good_through_the_other, async |store| {
    let verified = Nodes::start(store, corrected).await.verify_code_of_behind_on_ahead().await;
    assert!(matches!(verified, Ok(Verified::SignedIn(_))), "{verified:?}");
});

on_both_engines!(control_by_the_machines_clocks_the_code_has_expired, async |store| {
    let verified = Nodes::start(store, as_the_machine_shows).await.verify_code_of_behind_on_ahead().await;
    assert!(matches!(verified, Err(VerifyCodeError::NothingToTry)), "{verified:?}");
});

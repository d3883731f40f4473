//! Attackers flood the login from a few networks while honest players log in: networks take turns at hashing.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use sideout_app::{
    accounts::{
        Rate,
        login::{Login, LoginAttempt, LoginError, login},
    },
    platform::passwords::{HashCost, HashError},
};
use sideout_store::Store;
use sideout_testkit::{PASSWORD, TestApp, on_both_engines};
use tokio::{task::JoinSet, time::timeout};

use crate::helpers::{password, phone};

const NUMBER: &str = "9876543210";
/// The time within which an honest login must succeed.
const LIMIT: Duration = Duration::from_secs(5);
const ATTACKING_NETWORKS: u8 = 4;

fn network(n: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, n))
}

/// Returns how many of twenty honest logins, one after the other, the n-th from `network_of(n)`, succeed within [`LIMIT`]
/// while eighty attackers on four networks keep the hashing queue full.
async fn honest_logins(store: Store, network_of: fn(u8) -> IpAddr) -> usize {
    let app = Arc::new(TestApp::with_settings(store, |settings| {
        settings.limits.logins_per_network = Rate::new(1_000_000, 1);
        settings.password_hash = HashCost { memory_kib: 4 * 1_024, passes: 1 };
    }));
    app.player(NUMBER).await;
    let (over, hashed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let mut attackers = JoinSet::new();
    for number in 0..80_u8 {
        let (app, over, hashed) = (app.clone(), over.clone(), hashed.clone());
        attackers.spawn(async move {
            for guess in 0.. {
                if over.load(Relaxed) {
                    return;
                }
                // Each attempt is for another number, so that only the hashing slows the attackers down.
                let attempt = LoginAttempt {
                    phone: phone(&format!("98{number:02}{guess:06}")),
                    password: password("guess one"),
                    device_id: String::new(),
                };
                match login(&app, network(number % ATTACKING_NETWORKS), attempt).await {
                    Err(LoginError::WrongCredentials) => hashed.fetch_add(1, Relaxed),
                    // The delay of an attacker after a refusal.
                    _ => {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        0
                    }
                };
            }
        });
    }
    // The flood is under way when eighty of its passwords were hashed, more than the queue holds.
    while hashed.load(Relaxed) < 80 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut in_time = 0;
    for number in 0..20 {
        let attempt =
            LoginAttempt { phone: phone(NUMBER), password: password(PASSWORD), device_id: String::new() };
        in_time += match timeout(LIMIT, login(&app, network_of(number), attempt)).await {
            Ok(Ok(Login::SignedIn(_))) => 1,
            Ok(Err(LoginError::Hash(HashError::Busy))) | Err(_) => 0,
            other => panic!("{other:?}"),
        };
    }
    over.store(true, Relaxed);
    while attackers.join_next().await.is_some() {}
    in_time
}

on_both_engines!(
    honest_players_log_in_within_five_seconds_while_few_networks_flood_the_login,
    async |store| {
        assert_eq!(honest_logins(store, |n| network(100 + n)).await, 20);
    }
);

on_both_engines!(control_from_a_network_that_floods_some_are_turned_away, async |store| {
    let in_time = honest_logins(store, |n| network(n % ATTACKING_NETWORKS)).await;
    assert!(in_time < 20, "{in_time}");
});

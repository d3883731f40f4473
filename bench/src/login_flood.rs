//! Measures honest logins while an attacker tries wrong passwords.

use std::{cell::Cell, net::SocketAddr, path::Path, rc::Rc, time::Duration};

use tokio::task::JoinSet;

use crate::{
    client::{Caller, Connection},
    engine_run,
    failure::Failure,
    players::login_body,
    server::Server,
    stopwatch::{Stopwatch, percentile_ms},
};

const ATTACKS_A_SECOND: u32 = 50;
const ATTACKING_NETWORKS: u32 = 4;
/// The first number that the attacker tries; those of the demo players begin with 919.
const FIRST_GUESSED: u64 = 917_000_000_000;
/// Each honest player logs in once.
pub(crate) const HONEST_PLAYERS: usize = 100;
/// The honest players come one after the other, with this pause between the start of two logins.
const PAUSE: Duration = Duration::from_millis(200);
/// How long the attack has gone on when the first honest player logs in.
const ATTACK_AHEAD: Duration = Duration::from_secs(2);
/// The longest time that an honest login may take.
pub(crate) const LIMIT: Duration = Duration::from_secs(5);

/// The result of the logins.
#[derive(Debug)]
pub(crate) struct LoginFlood {
    /// How many of [`HONEST_PLAYERS`] were logged in within [`LIMIT`].
    pub(crate) in_time: usize,
    /// The 99th percentile of the durations of logins in milliseconds, without refused logins.
    pub(crate) p99_ms: f64,
    /// The median of these durations, in milliseconds.
    pub(crate) p50_ms: f64,
    /// How many logins the attacker sent each second.
    pub(crate) attacks_a_second: f64,
    /// The share of these logins, from 0 to 1, that was answered with 503.
    pub(crate) turned_away_share: f64,
}

/// Measures a server of its own on SQLite: the time is spent on hashing, which uses no database. The server has no limits of logins.
pub(crate) async fn measure(program: &Path, folder: &Path) -> Result<LoginFlood, Failure> {
    std::fs::create_dir_all(folder)?;
    let server = Server::demo(program, folder, None, HONEST_PLAYERS)?;
    let address = server.address;
    let caller = engine_run::caller(&mut Connection::open(address).await?, address).await?;
    let is_over = Rc::new(Cell::new(false));
    let sent = Rc::new(Cell::new(0_u32));
    let turned_away = Rc::new(Cell::new(0_u32));
    let attack = tokio::task::spawn_local(attack(
        address,
        caller.clone(),
        Rc::clone(&is_over),
        Rc::clone(&sent),
        Rc::clone(&turned_away),
    ));
    let began = Stopwatch::start();
    tokio::time::sleep(ATTACK_AHEAD).await;

    let mut logins = JoinSet::new();
    for player in 0..HONEST_PLAYERS {
        logins.spawn_local(log_in(address, caller.clone(), player));
        tokio::time::sleep(PAUSE).await;
    }
    let mut took: Vec<Duration> = Vec::new();
    while let Some(login) = logins.join_next().await {
        took.extend(login??);
    }
    let seconds = began.elapsed().as_secs_f64();
    is_over.set(true);
    attack.await?;
    server.stop()?;
    took.sort_unstable();
    Ok(LoginFlood {
        in_time: took.iter().filter(|took| **took <= LIMIT).count(),
        p99_ms: percentile_ms(&took, 0.99),
        p50_ms: percentile_ms(&took, 0.5),
        attacks_a_second: f64::from(sent.get()) / seconds,
        turned_away_share: f64::from(turned_away.get()) / f64::from(sent.get().max(1)),
    })
}

/// Sends a login with a wrong password [`ATTACKS_A_SECOND`] times a second, whether or not the earlier ones were answered, each
/// for another number.
async fn attack(
    address: SocketAddr,
    caller: Caller,
    is_over: Rc<Cell<bool>>,
    sent: Rc<Cell<u32>>,
    turned_away: Rc<Cell<u32>>,
) {
    let mut logins = JoinSet::new();
    let mut tick = tokio::time::interval(Duration::from_secs(1) / ATTACKS_A_SECOND);
    let mut attempt: u32 = 0;
    while !is_over.get() {
        tick.tick().await;
        let caller = caller.with_forwarded_for(&format!("192.0.2.{}", 1 + attempt % ATTACKING_NETWORKS));
        let request =
            caller.post("", "/api/login", &login_body(FIRST_GUESSED + u64::from(attempt), "guessed"));
        attempt += 1;
        let (sent, turned_away) = (Rc::clone(&sent), Rc::clone(&turned_away));
        logins.spawn_local(async move {
            // Without a connection nothing is sent, so the attempt does not count.
            let Ok(mut connection) = Connection::open(address).await else { return };
            sent.set(sent.get() + 1);
            if connection.request(&request).await.is_ok_and(|answer| answer.status == 503) {
                turned_away.set(turned_away.get() + 1);
            }
        });
        while logins.try_join_next().is_some() {}
    }
    logins.shutdown().await;
}

/// Logs an honest player in and returns how long it took; `None` if the login was refused.
async fn log_in(address: SocketAddr, caller: Caller, player: usize) -> Result<Option<Duration>, Failure> {
    let caller = caller.with_forwarded_for(&format!("198.51.100.{}", 1 + player));
    let request = caller.post("", "/api/login", &crate::players::own_login(player));
    let mut connection = Connection::open(address).await?;
    let watch = Stopwatch::start();
    let is_in = connection.request(&request).await?.is_success();
    Ok(is_in.then(|| watch.elapsed()))
}

//! Two servers on one PostgreSQL behind a proxy that checks `/readyz`, restarted in turn under load.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::TryStreamExt as _;
use serde_json::{Value, json};
use sideout_testkit::{postgres::empty_database, rounds};
use sideout_testkit_http::HttpClient;
use tokio::task::JoinSet;

use crate::{
    node::{Node, free_address},
    proxy::Proxy,
};

/// The fewest requests of a restart with the lame duck.
const REQUESTS: usize = rounds(7_500);
/// The fewest requests of each round without the lame duck.
const CONTROL_REQUESTS: usize = 1_000;
/// Players who hold courts.
const PLAYERS: usize = 12;
/// Players who follow their orders.
const FOLLOWERS: usize = 4;

/// Counters of requests and failures of all players.
#[derive(Default)]
struct Progress {
    requests: AtomicUsize,
    holds: AtomicUsize,
    /// Event streams that ended cleanly with their server.
    streams_ended: AtomicUsize,
    /// Failed requests.
    failed: Mutex<Vec<String>>,
    /// Whether enough requests were made; the players stop then.
    has_enough: AtomicBool,
}

/// A slot that was free at the start, as calls name it.
struct FreeSlot {
    venue: String,
    court: String,
    date: String,
    time: String,
}

/// A player who holds courts one after another and reads availability in between.
struct Player {
    server: HttpClient,
    slots: Arc<Vec<FreeSlot>>,
}

impl Player {
    async fn log_in(number: usize, proxy: SocketAddr, slots: &Arc<Vec<FreeSlot>>) -> Self {
        // Every second player opens a new connection for each request, so the proxy chooses a node each time.
        let server = match number.is_multiple_of(2) {
            true => HttpClient::at(proxy),
            false => HttpClient::reconnecting_to(proxy),
        };
        let server = server.with_key("sideout-web");
        let phone = format!("+91900000{number:04}");
        let form = json!({"username": phone, "password": "pickleball", "device_id": "rolling001"});
        let answer = server.post("/api/login", form).await;
        Player { server: server.signed_in(answer.text("token")), slots: Arc::clone(slots) }
    }

    /// Follows the player's orders; reconnects when a stream ends.
    async fn follow(self, progress: Arc<Progress>) {
        let broken = |why: String| progress.failed.lock().unwrap().push(format!("a stream: {why}"));
        loop {
            match self.server.get("/api/user/order_events").open().await {
                Ok(stream) if stream.status() == 200 => {
                    match stream.into_body().into_data_stream().try_for_each(async |_| Ok(())).await {
                        Ok(()) => drop(progress.streams_ended.fetch_add(1, Ordering::Relaxed)),
                        Err(error) => broken(format!("{error:?}")),
                    }
                }
                other => broken(format!("{other:?}")),
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    async fn play(self, number: usize, progress: Arc<Progress>) {
        for turn in 0.. {
            if progress.has_enough.load(Ordering::Relaxed) {
                return;
            }
            let FreeSlot { venue, court, date, time } = &self.slots[(number * 7 + turn) % self.slots.len()];
            let hour = time.replace(' ', "%20");
            let call = match turn % 4 {
                0 => {
                    progress.holds.fetch_add(1, Ordering::Relaxed);
                    let pick = json!({
                        "sport_id": 1, "venue_id": venue, "court_id": court, "date": date, "time": time
                    });
                    self.server.post("/api/user/add_times", pick)
                }
                1 => self.server.get(format!("/api/gettimeslots?venue={venue}&sport=1")),
                _ => self.server.get(format!("/api/getcourt?venue={venue}&sport=1&date={date}&time={hour}")),
            };
            let failed = match call.read().await {
                Ok(answer) if answer.status.is_success() && answer.body.is_object() => None,
                Ok(answer) => Some(format!("{answer:?}")),
                Err(why) => Some(why),
            };
            progress.requests.fetch_add(1, Ordering::Relaxed);
            progress.failed.lock().unwrap().extend(failed);
        }
    }
}

/// Free hours of the first venue, each with one of its courts. The first three days are left out, because the sample data
/// leaves few courts free on them.
async fn list_free_slots(proxy: SocketAddr) -> Arc<Vec<FreeSlot>> {
    let server = HttpClient::at(proxy).with_key("sideout-web");
    let read = async |path: String| server.get(path).await.success();
    let venues = read("/api/getvenue".to_owned()).await;
    let venue = text(&venues["venue"][0]["venue_id"]);
    let days = read(format!("/api/gettimeslots?venue={venue}&sport=1")).await;
    let mut slots = Vec::new();
    for day in days["date"].as_array().unwrap().iter().skip(3).take(8) {
        let date = text(&day["date"]["date"]);
        for slot in day["slots"].as_array().unwrap() {
            let time = text(&slot["time"]);
            let hour = time.replace(' ', "%20");
            let courts = read(format!("/api/getcourt?venue={venue}&sport=1&date={date}&time={hour}")).await;
            let court = courts["courts"].as_array().unwrap().iter().find(|court| court["available"] == "yes");
            if let Some(court) = court {
                let court = text(&court["court_id"]);
                slots.push(FreeSlot { venue: venue.clone(), court, date: date.clone(), time });
            }
        }
    }
    Arc::new(slots)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The result of a rolling restart.
struct RollingRestart {
    requests: usize,
    holds: usize,
    streams_ended: usize,
    failed: Vec<String>,
}

/// Restarts both nodes in turn under load of at least `at_least` requests. `None` without PostgreSQL.
fn restart_in_turn(lame_duck_ms: &str, at_least: usize) -> Option<RollingRestart> {
    let database = empty_database()?;
    let data = tempfile::tempdir().unwrap();
    let url = database.url();
    let settings = [("SIDEOUT_HTTP__LAME_DUCK_MS", lame_duck_ms)];
    let start = |address| Node::start(address, data.path(), Some(&url), &settings);
    let mut nodes = [free_address(), free_address()].map(|address| {
        let mut node = start(address);
        node.wait_until_ready();
        node
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let progress = Arc::new(Progress::default());
    let (proxy, mut playing, following) = runtime.block_on(async {
        let proxy = Proxy::start([nodes[0].address, nodes[1].address]).await;
        let slots = list_free_slots(proxy.address).await;
        assert!(slots.len() > PLAYERS);
        let mut playing = JoinSet::new();
        for number in 1..=PLAYERS {
            let player = Player::log_in(number, proxy.address, &slots).await;
            playing.spawn(player.play(number, Arc::clone(&progress)));
        }
        let mut following = JoinSet::new();
        for number in PLAYERS + 1..=PLAYERS + FOLLOWERS {
            let player = Player::log_in(number, proxy.address, &slots).await;
            following.spawn(player.follow(Arc::clone(&progress)));
        }
        (proxy, playing, following)
    });
    let wait_for = |requests: usize| {
        while progress.requests.load(Ordering::Relaxed) < requests {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for (at, node) in nodes.iter_mut().enumerate() {
        wait_for((at + 1) * at_least / 4);
        node.signal("TERM");
        let status = node.wait_for_its_end();
        assert!(status.success(), "{status}");
        *node = start(node.address);
        node.wait_until_ready();
        // Wait for another check of the proxy.
        std::thread::sleep(Duration::from_millis(300));
    }
    wait_for(at_least);
    progress.has_enough.store(true, Ordering::Relaxed);
    runtime.block_on(async { while playing.join_next().await.is_some() {} });
    drop((following, proxy));
    runtime.shutdown_background();
    let failed = std::mem::take(&mut *progress.failed.lock().unwrap());
    let count = |counted: &AtomicUsize| counted.load(Ordering::Relaxed);
    let (requests, holds) = (count(&progress.requests), count(&progress.holds));
    Some(RollingRestart { requests, holds, streams_ended: count(&progress.streams_ended), failed })
}

#[test]
fn two_servers_restarted_in_turn_fail_no_request() {
    let Some(RollingRestart { requests, holds, streams_ended, failed }) = restart_in_turn("1500", REQUESTS)
    else {
        return;
    };
    println!(
        "{requests} requests, {holds} of them holds, {streams_ended} streams ended, {} failed",
        failed.len()
    );
    assert!(requests >= REQUESTS && holds >= REQUESTS / 5, "{requests} requests, {holds} holds");
    assert!(
        failed.is_empty(),
        "{} of {requests} failed: {:#?}",
        failed.len(),
        &failed[..failed.len().min(5)]
    );
    // Each stream is on one of the servers, and both were restarted.
    assert!(streams_ended >= FOLLOWERS, "{streams_ended}");
}

#[test]
fn control_without_the_lame_duck_requests_fail() {
    // A restart may be lucky: the proxy may check the node before a request meets it.
    const ROUNDS: usize = 5;
    for _ in 0..ROUNDS {
        let Some(RollingRestart { requests, failed, .. }) = restart_in_turn("0", CONTROL_REQUESTS) else {
            return;
        };
        println!("{} of {requests} failed", failed.len());
        if !failed.is_empty() {
            return;
        }
    }
    panic!("no request failed in {ROUNDS} rounds: the lame duck is not what protects a restart");
}

//! Logs the demo players in.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::{
    catalogue::text,
    client::{Caller, Connection},
    failure::Failure,
};

/// A demo player with a session.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) token: String,
    pub(crate) customer_id: i64,
}

/// `--players N` adds N players with the numbers from +919000000001 on, all with this password.
const FIRST_PHONE: u64 = 919_000_000_001;
const PASSWORD: &str = "pickleball";
/// Concurrent logins: each hashes a password, so more of them would only wait for a core.
const AT_A_TIME: usize = 4;

pub(crate) async fn log_in(
    address: SocketAddr,
    caller: &Caller,
    count: usize,
) -> Result<Vec<Player>, Failure> {
    let mut workers = JoinSet::new();
    for worker in 0..AT_A_TIME {
        let caller = caller.clone();
        workers.spawn_local(async move {
            let mut connection = Connection::open(address).await?;
            let mut players = Vec::new();
            for index in (worker..count).step_by(AT_A_TIME) {
                players.push(log_in_one(&mut connection, &caller, FIRST_PHONE + index as u64).await?);
            }
            Ok::<_, Failure>(players)
        });
    }
    let mut players = Vec::with_capacity(count);
    while let Some(worker) = workers.join_next().await {
        players.extend(worker??);
    }
    Ok(players)
}

/// The body of a login.
pub(crate) fn login_body(phone: u64, password: &str) -> String {
    format!(r#"{{"username":"+{phone}","password":"{password}","device_id":"bench00001"}}"#)
}

/// The body with which a demo player logs in, the first one being 0.
pub(crate) fn own_login(player: usize) -> String {
    login_body(FIRST_PHONE + player as u64, PASSWORD)
}

async fn log_in_one(connection: &mut Connection, caller: &Caller, phone: u64) -> Result<Player, Failure> {
    let body = login_body(phone, PASSWORD);
    let answer = connection.request_json(&caller.post("", "/api/login", &body)).await?;
    if answer["error"] != 0 {
        return Err(Failure::Unexpected(format!("player +{phone} could not log in: {answer}")));
    }
    let customer_id = text(&answer["user_info"], "customer_id")?;
    Ok(Player {
        token: text(&answer, "token")?.to_owned(),
        customer_id: customer_id
            .parse()
            .map_err(|_| Failure::Unexpected(format!("'{customer_id}' is not a customer id")))?,
    })
}

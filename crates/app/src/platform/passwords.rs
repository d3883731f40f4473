//! Hashes passwords. A hash is slow on purpose, so at most one runs on each core at once, and networks take turns.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher as _, Version,
    password_hash::phc::{self, Output, ParamsString, Salt},
};
use parking_lot::Mutex;
use sideout_domain::person::{Password, PasswordHash};
use tokio::sync::oneshot;

use super::{fair_queue::FairQueue, networks::widest_network};

/// Callers that can wait for a core; more would wait too long.
const QUEUE: usize = 32;

/// Places that one network can take. The number is high, because a mobile carrier can put a whole town behind one
/// address.
const PLACES_PER_NETWORK: usize = 16;

/// The most memory that a stored hash may require, in KiB (128 MiB), so that an attacker who can write to the database
/// cannot exhaust the machine's memory.
pub(crate) const MAX_STORED_MEMORY_KIB: u32 = 128 * 1024;

/// The most passes that a stored hash may require.
pub(crate) const MAX_STORED_PASSES: u32 = 16;

/// The most lanes that a stored hash may require.
const MAX_STORED_LANES: u32 = 4;

/// The cost of one Argon2id hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HashCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl Default for HashCost {
    /// 46 MiB and one pass: the first choice of OWASP ASVS 5.0 appendix C, 41 ms measured on a loaded core.
    fn default() -> Self {
        HashCost { memory_kib: 46 * 1024, passes: 1 }
    }
}

impl HashCost {
    /// The lowest possible cost, for tests.
    pub fn lowest() -> Self {
        HashCost { memory_kib: 8, passes: 1 }
    }
}

/// Why a password was not hashed or compared.
#[derive(Debug, Clone, thiserror::Error)]
pub enum HashError {
    /// Too many callers are waiting; a later attempt may succeed.
    #[error("too many passwords are being hashed")]
    Busy,
    /// The cost in the settings or a stored hash is invalid, or hashing failed otherwise. The text is for the log.
    #[error("password hashing: {0}")]
    Broken(String),
}

/// The result of comparing a password with a stored hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the password is right.
    pub is_right: bool,
    /// Whether the stored hash is not one of Argon2id at the cost in the settings; if so, the password should be hashed again.
    pub is_stale: bool,
}

/// Hashes passwords on a bounded number of cores. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Passwords {
    cost: HashCost,
    queue: Arc<Queue>,
}

#[derive(Debug)]
struct Queue {
    /// The number of places: one for each core and one for each waiting caller.
    places: usize,
    state: Mutex<QueueState>,
}

#[derive(Debug)]
struct QueueState {
    free_cores: usize,
    places_of: HashMap<IpAddr, usize>,
    waiting: FairQueue<IpAddr, oneshot::Sender<Core>>,
}

/// Permission to use one core, until it is dropped.
#[derive(Debug)]
struct Core(Option<Arc<Queue>>);

/// A place in the queue. Take it before anything is charged or counted, so that a call that finds no place costs the
/// caller nothing. It can be lost later ([`Passwords::take_place`]).
#[derive(Debug)]
pub struct Place {
    cost: HashCost,
    place: Arc<HeldPlace>,
}

#[derive(Debug)]
struct HeldPlace {
    queue: Arc<Queue>,
    network: IpAddr,
}

impl Passwords {
    /// Hashes at `cost` on up to `cores` cores at once; 0 counts as 1.
    pub fn new(cost: HashCost, cores: usize) -> Self {
        let cores = cores.max(1);
        let state =
            QueueState { free_cores: cores, places_of: HashMap::new(), waiting: FairQueue::default() };
        Passwords { cost, queue: Arc::new(Queue { places: cores + QUEUE, state: Mutex::new(state) }) }
    }

    /// Takes a place in the queue for a caller from `network`. If all places are taken, the newest waiting caller of
    /// the network with the most waiting callers loses its place to a network with fewer places.
    ///
    /// INVARIANT: a network that floods the queue does not keep other networks out (guarded by
    /// `a_flood_from_few_networks_leaves_a_place_and_the_next_turn_to_another`).
    ///
    /// # Errors
    /// [`HashError::Busy`] if no place is available.
    pub fn take_place(&self, network: IpAddr) -> Result<Place, HashError> {
        let network = widest_network(network);
        let mut state = self.queue.state.lock();
        let held = state.places_of.get(&network).copied().unwrap_or(0);
        if held >= PLACES_PER_NETWORK {
            return Err(HashError::Busy);
        }
        let taken: usize = state.places_of.values().sum();
        if taken >= self.queue.places {
            // Dropping the sender gives the displaced caller `HashError::Busy`.
            state.waiting.displace(held).ok_or(HashError::Busy)?;
        }
        *state.places_of.entry(network).or_default() += 1;
        drop(state);
        let place = HeldPlace { queue: Arc::clone(&self.queue), network };
        Ok(Place { cost: self.cost, place: Arc::new(place) })
    }
}

impl Queue {
    /// Waits for a core until it is this network's turn.
    async fn core(self: &Arc<Self>, network: IpAddr) -> Result<Core, HashError> {
        let turn = {
            let mut state = self.state.lock();
            if state.free_cores > 0 {
                state.free_cores -= 1;
                return Ok(Core(Some(Arc::clone(self))));
            }
            state.waiting.retain(|waiter| !waiter.is_closed());
            let (waiter, turn) = oneshot::channel();
            state.waiting.push(network, waiter);
            turn
        };
        turn.await.map_err(|_| HashError::Busy)
    }

    /// Passes a free core to the next caller in turn, or keeps it free.
    fn release(self: Arc<Self>) {
        loop {
            let next = {
                let mut state = self.state.lock();
                let next = state.waiting.pop();
                if next.is_none() {
                    state.free_cores += 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Core(Some(Arc::clone(&self)))) {
                Ok(()) => return,
                // The caller is gone. Its `Core` must not release the core a second time when it is dropped.
                Err(mut core) => core.0 = None,
            }
        }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.release();
        }
    }
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        let mut state = self.queue.state.lock();
        if let Some(held) = state.places_of.get_mut(&self.network) {
            *held -= 1;
            if *held == 0 {
                state.places_of.remove(&self.network);
            }
        }
    }
}

impl Place {
    /// Hashes a password with a new random `salt`.
    ///
    /// # Errors
    /// [`HashError::Broken`] if the cost in the settings is impossible; [`HashError::Busy`] if the place was lost to
    /// another network.
    pub async fn hash(&self, password: &Password, salt: [u8; 16]) -> Result<PasswordHash, HashError> {
        let (password, cost) = (password.clone(), self.cost);
        self.run(move || {
            let hash =
                hasher(cost)?.hash_password_with_salt(password.reveal().as_bytes(), &salt).map_err(broken)?;
            Ok(PasswordHash::new(hash.to_string()))
        })
        .await
    }

    /// Compares a password with the stored hash. Without one, it does the same work with a dummy hash, so that the
    /// response time does not reveal whether the account exists.
    ///
    /// # Errors
    /// [`HashError::Broken`] if the stored hash is malformed or requires more memory, passes or lanes than allowed;
    /// [`HashError::Busy`] if the place was lost to another network.
    pub async fn check(
        &self,
        password: &Password,
        stored: Option<&PasswordHash>,
    ) -> Result<Verdict, HashError> {
        let (password, stored, cost) = (password.clone(), stored.cloned(), self.cost);
        self.run(move || compare(&password, stored.as_ref(), cost)).await
    }

    // INVARIANT: never more hashes at once than cores, also if callers have disconnected: the work itself releases core
    // and place when it ends. Guarded by `a_caller_who_leaves_does_not_free_the_core`.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let place = Arc::clone(&self.place);
        let core = place.queue.core(place.network).await?;
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop((place, core));
            result
        });
        task.await.map_err(broken)?
    }
}

fn broken(error: impl std::fmt::Display) -> HashError {
    HashError::Broken(error.to_string())
}

fn hasher(cost: HashCost) -> Result<Argon2<'static>, HashError> {
    let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(broken)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// A hash that no password has, at the cost in the settings.
fn dummy(cost: HashCost) -> Result<phc::PasswordHash, HashError> {
    Ok(phc::PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(hasher(cost)?.params()).map_err(broken)?,
        salt: Some(Salt::new(&[0; 16]).map_err(broken)?),
        hash: Some(Output::new(&[0; Params::DEFAULT_OUTPUT_LEN]).map_err(broken)?),
    })
}

fn compare(password: &Password, stored: Option<&PasswordHash>, cost: HashCost) -> Result<Verdict, HashError> {
    use argon2::password_hash::{Error, PasswordVerifier as _};
    let hash = match stored {
        Some(stored) => phc::PasswordHash::new(stored.as_phc()).map_err(broken)?,
        None => dummy(cost)?,
    };
    let params = Params::try_from(&hash).map_err(broken)?;
    let is_allowed = params.m_cost() <= MAX_STORED_MEMORY_KIB
        && params.t_cost() <= MAX_STORED_PASSES
        && params.p_cost() <= MAX_STORED_LANES;
    if !is_allowed {
        return Err(HashError::Broken("a stored hash requires too much memory, passes or lanes".to_owned()));
    }
    let is_current = hash.algorithm == Algorithm::Argon2id.ident()
        && (params.m_cost(), params.t_cost(), params.p_cost()) == (cost.memory_kib, cost.passes, 1);
    let outcome = hasher(cost)?.verify_password(password.reveal().as_bytes(), &hash);
    match outcome {
        Ok(()) => Ok(Verdict { is_right: stored.is_some(), is_stale: !is_current }),
        Err(Error::PasswordInvalid) => Ok(Verdict { is_right: false, is_stale: !is_current }),
        Err(error) => Err(broken(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn password(text: &str) -> Password {
        Password::parse(text, 6).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_is_recognized_and_another_refused() {
        let passwords = Passwords::new(HashCost::lowest(), 1);
        let place = passwords.take_place(NETWORK).unwrap();
        let stored = place.hash(&password("pickleball"), [1; 16]).await.unwrap();
        assert!(stored.as_phc().starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{}", stored.as_phc());
        let right = Verdict { is_right: true, is_stale: false };
        assert_eq!(place.check(&password("pickleball"), Some(&stored)).await.unwrap(), right);
        assert!(!place.check(&password("Pickleball"), Some(&stored)).await.unwrap().is_right);
        assert!(!place.check(&password("pickleball"), None).await.unwrap().is_right);
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_recognized_and_reported_as_stale() {
        let place = Passwords::new(HashCost::lowest(), 1).take_place(NETWORK).unwrap();
        let old = place.hash(&password("pickleball"), [1; 16]).await.unwrap();
        let dearer = HashCost { memory_kib: 16, passes: 2 };
        let place = Passwords::new(dearer, 1).take_place(NETWORK).unwrap();
        let verdict = place.check(&password("pickleball"), Some(&old)).await.unwrap();
        assert_eq!(verdict, Verdict { is_right: true, is_stale: true });
    }

    #[tokio::test]
    async fn a_stored_hash_that_is_malformed_is_refused() {
        let place = Passwords::new(HashCost::lowest(), 1).take_place(NETWORK).unwrap();
        for stored in ["", "pickleball", "$2b$10$abcdefghijklmnopqrstuv"] {
            let refused = place.check(&password("pickleball"), Some(&PasswordHash::new(stored))).await;
            assert!(matches!(refused, Err(HashError::Broken(_))), "{stored}: {refused:?}");
        }
    }

    #[tokio::test]
    async fn a_stored_hash_that_needs_too_much_memory_or_too_many_passes_or_lanes_is_refused() {
        let place = Passwords::new(HashCost::lowest(), 1).take_place(NETWORK).unwrap();
        let check = async |memory_kib: u32, passes: u32, lanes: u32| {
            let (salt, hash) = ("A".repeat(22), "A".repeat(43));
            let stored = format!("$argon2id$v=19$m={memory_kib},t={passes},p={lanes}${salt}${hash}");
            place.check(&password("pickleball"), Some(&PasswordHash::new(stored))).await
        };
        // At the limits of passes and lanes the hash is computed; the limit of memory would take too long in a test.
        assert!(check(64, MAX_STORED_PASSES, MAX_STORED_LANES).await.is_ok_and(|verdict| !verdict.is_right));
        for (memory_kib, passes, lanes) in
            [(MAX_STORED_MEMORY_KIB + 1, 1, 1), (64, MAX_STORED_PASSES + 1, 1), (64, 1, MAX_STORED_LANES + 1)]
        {
            let refused = check(memory_kib, passes, lanes).await;
            assert!(
                matches!(refused, Err(HashError::Broken(_))),
                "{memory_kib} {passes} {lanes}: {refused:?}"
            );
        }
    }

    fn address(number: usize) -> IpAddr {
        IpAddr::from([192, 0, 2, u8::try_from(number).unwrap()])
    }

    #[tokio::test]
    async fn a_caller_beyond_the_cores_and_the_queue_is_refused_at_once() {
        let passwords = Passwords::new(HashCost::lowest(), 2);
        let places: Vec<_> = (0..2 + QUEUE).map(|n| passwords.take_place(address(n)).unwrap()).collect();
        assert!(matches!(passwords.take_place(NETWORK), Err(HashError::Busy)));
        drop(places);
        let places: Vec<_> =
            (0..PLACES_PER_NETWORK).map(|_| passwords.take_place(NETWORK).unwrap()).collect();
        assert!(matches!(passwords.take_place(NETWORK), Err(HashError::Busy)), "one network has its share");
        assert!(passwords.take_place(ELSEWHERE).is_ok());
        drop(places);
        assert!(passwords.take_place(NETWORK).is_ok());
    }

    /// One core is busy; then [`QUEUE`] callers from three networks wait, which takes all places; then one caller from
    /// `newcomer` comes. Returns how many were served before the newcomer, or `None` if it got no place.
    async fn served_before(newcomer: IpAddr) -> Option<usize> {
        let passwords = Passwords::new(HashCost::lowest(), 1);
        let (started, has_started) = oneshot::channel();
        let (finish, wait) = std::sync::mpsc::channel::<()>();
        let place = passwords.take_place(NETWORK).unwrap();
        let first = tokio::spawn(async move {
            let work = move || {
                started.send(()).ok();
                wait.recv().map_err(broken)
            };
            place.run(work).await
        });
        has_started.await.unwrap();
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut callers = Vec::new();
        let flood = (0..QUEUE).map(|n| [NETWORK, address(1), address(2)][n % 3]);
        for (number, network) in flood.chain([newcomer]).enumerate() {
            let Ok(place) = passwords.take_place(network) else { return None };
            let note = Arc::clone(&served);
            callers.push(tokio::spawn(async move {
                let done = place.run(move || {
                    note.lock().push(number);
                    Ok(())
                });
                done.await.is_ok()
            }));
            // The caller must be in the queue before the next one comes.
            let waits = |callers: usize| move |state: &QueueState| state.waiting.len() >= callers.min(QUEUE);
            let ready = waits(number + 1);
            while !ready(&passwords.queue.state.lock()) {
                tokio::task::yield_now().await;
            }
        }
        finish.send(()).unwrap();
        first.await.unwrap().unwrap();
        for caller in callers {
            caller.await.unwrap();
        }
        let served = served.lock();
        served.iter().position(|number| *number == QUEUE)
    }

    #[tokio::test]
    async fn a_flood_from_few_networks_leaves_a_place_and_the_next_turn_to_another() {
        let before = served_before(ELSEWHERE).await;
        assert!(before.is_some_and(|before| before <= 3), "one of each network at most: {before:?}");
    }

    #[tokio::test]
    async fn control_within_one_network_the_last_caller_is_refused_or_served_late() {
        let before = served_before(NETWORK).await;
        assert!(before.is_none_or(|before| before > 20), "{before:?}");
    }

    #[tokio::test]
    async fn a_caller_who_leaves_does_not_free_the_core() {
        let passwords = Passwords::new(HashCost::lowest(), 1);
        let taken = || passwords.queue.state.lock().places_of.values().sum::<usize>();
        let place = passwords.take_place(NETWORK).unwrap();
        let (started, has_started) = oneshot::channel();
        let (finish, wait) = std::sync::mpsc::channel::<()>();
        let caller = tokio::spawn(async move {
            place
                .run(move || {
                    started.send(()).ok();
                    wait.recv().map_err(broken)
                })
                .await
        });
        has_started.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        assert_eq!(passwords.queue.state.lock().free_cores, 0, "the core is still in use");
        assert_eq!(taken(), 1, "the place is still taken");
        // Callers that gave up while they waited are skipped.
        let waiting = passwords.take_place(NETWORK).unwrap();
        let gone = tokio::spawn(async move { waiting.run(|| Ok(())).await });
        while passwords.queue.state.lock().waiting.len() == 0 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        finish.send(()).unwrap();
        let next = passwords.take_place(NETWORK).unwrap();
        next.run(|| Ok(())).await.unwrap();
        drop(next);
        while passwords.queue.state.lock().free_cores == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(taken(), 0);
    }
}

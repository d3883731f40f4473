//! Hashing passwords: slow on purpose, so never more of it at once than there are cores.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher as _, Version,
    password_hash::phc::{self, Output, ParamsString, Salt},
};
use sideout_domain::person::{Password, PasswordHash};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many may wait for a core. More are told to come back: waiting longer than this helps nobody.
const QUEUE: usize = 32;

/// The most memory a stored hash may ask for, in KiB (128 MiB): a foreign hand in the database must not be able to
/// exhaust the machine.
pub(crate) const MAX_STORED_MEMORY_KIB: u32 = 128 * 1024;

/// The most passes a stored hash may ask for.
pub(crate) const MAX_STORED_PASSES: u32 = 16;

/// What one Argon2id hash costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HashCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl Default for HashCost {
    /// 46 MiB and one pass: the first choice of OWASP ASVS 5.0 appendix C, 41 ms measured on a loaded core.
    fn default() -> Self {
        HashCost { memory_kib: 46 * 1024, passes: 1 }
    }
}

impl HashCost {
    /// Next to nothing, for tests of other things.
    pub fn lowest() -> Self {
        HashCost { memory_kib: 8, passes: 1 }
    }
}

/// Why no hash was made.
#[derive(Debug, Clone, thiserror::Error)]
pub enum HashError {
    /// Too many are waiting. Nothing was done; a moment later it may work.
    #[error("too many passwords are being hashed")]
    Busy,
    /// The cost in the settings, or a stored hash, is no good. For the log.
    #[error("password hashing: {0}")]
    Broken(String),
}

/// What comparing a password with a stored hash found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// It is the password.
    pub right: bool,
    /// It was stored at another cost than today's and should be hashed anew.
    pub stale: bool,
}

/// The cores and the places in the queue. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Passwords {
    cost: HashCost,
    cores: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// A place in the queue, taken before anything is charged or counted, so that being turned away costs nothing.
#[derive(Debug)]
pub struct Place {
    cost: HashCost,
    cores: Arc<Semaphore>,
    place: Arc<OwnedSemaphorePermit>,
}

impl Passwords {
    /// Hashes at `cost` on up to `cores` cores at once.
    pub fn new(cost: HashCost, cores: usize) -> Self {
        let cores = cores.max(1);
        Passwords {
            cost,
            cores: Arc::new(Semaphore::new(cores)),
            places: Arc::new(Semaphore::new(cores + QUEUE)),
        }
    }

    /// Takes a place in the queue.
    ///
    /// # Errors
    /// [`HashError::Busy`] when there is none.
    pub fn take_place(&self) -> Result<Place, HashError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| HashError::Busy)?;
        Ok(Place { cost: self.cost, cores: self.cores.clone(), place: Arc::new(place) })
    }
}

impl Place {
    /// Hashes a password with a fresh `salt`.
    ///
    /// # Errors
    /// [`HashError::Broken`] when the cost in the settings is impossible.
    pub async fn hash(&self, password: &Password, salt: [u8; 16]) -> Result<PasswordHash, HashError> {
        let (password, cost) = (password.clone(), self.cost);
        self.run(move || {
            let hash =
                hasher(cost)?.hash_password_with_salt(password.reveal().as_bytes(), &salt).map_err(broken)?;
            Ok(PasswordHash::new(hash.to_string()))
        })
        .await
    }

    /// Compares a password with the stored hash. Without one, the same work is done for nothing, so that time does
    /// not tell whether there is an account.
    ///
    /// # Errors
    /// [`HashError::Broken`] when the stored hash is none, or asks for more than we are ready to give.
    pub async fn check(
        &self,
        password: &Password,
        stored: Option<&PasswordHash>,
    ) -> Result<Verdict, HashError> {
        let (password, stored, cost) = (password.clone(), stored.cloned(), self.cost);
        self.run(move || compare(&password, stored.as_ref(), cost)).await
    }

    // INVARIANT: never more hashes at once than cores, also when callers have left: core and place are given back by
    // the work itself. Guarded by `a_caller_who_leaves_does_not_free_the_core`.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let core = self.cores.clone().acquire_owned().await.map_err(broken)?;
        let place = self.place.clone();
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop((core, place));
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

/// A hash no password has, at today's cost.
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
    if params.m_cost() > MAX_STORED_MEMORY_KIB || params.t_cost() > MAX_STORED_PASSES || params.p_cost() > 4 {
        return Err(HashError::Broken("a stored hash asks for too much".to_owned()));
    }
    let today = hash.algorithm == Algorithm::Argon2id.ident()
        && (params.m_cost(), params.t_cost(), params.p_cost()) == (cost.memory_kib, cost.passes, 1);
    let outcome = hasher(cost)?.verify_password(password.reveal().as_bytes(), &hash);
    match outcome {
        Ok(()) => Ok(Verdict { right: stored.is_some(), stale: !today }),
        Err(Error::PasswordInvalid) => Ok(Verdict { right: false, stale: !today }),
        Err(error) => Err(broken(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text, 6).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_is_recognised_and_every_other_refused() {
        let passwords = Passwords::new(HashCost::lowest(), 1);
        let place = passwords.take_place().unwrap();
        let stored = place.hash(&password("pickleball"), [1; 16]).await.unwrap();
        assert!(stored.as_phc().starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{}", stored.as_phc());
        let right = Verdict { right: true, stale: false };
        assert_eq!(place.check(&password("pickleball"), Some(&stored)).await.unwrap(), right);
        assert!(!place.check(&password("Pickleball"), Some(&stored)).await.unwrap().right);
        assert!(!place.check(&password("pickleball"), None).await.unwrap().right);
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_recognised_and_called_stale() {
        let place = Passwords::new(HashCost::lowest(), 1).take_place().unwrap();
        let old = place.hash(&password("pickleball"), [1; 16]).await.unwrap();
        let dearer = HashCost { memory_kib: 16, passes: 2 };
        let place = Passwords::new(dearer, 1).take_place().unwrap();
        let verdict = place.check(&password("pickleball"), Some(&old)).await.unwrap();
        assert_eq!(verdict, Verdict { right: true, stale: true });
    }

    #[tokio::test]
    async fn a_stored_hash_that_asks_for_too_much_or_is_none_is_refused_unhashed() {
        let place = Passwords::new(HashCost::lowest(), 1).take_place().unwrap();
        let greedy = "$argon2id$v=19$m=262144,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        for stored in [greedy, "", "pickleball", "$2b$10$abcdefghijklmnopqrstuv"] {
            let refused = place.check(&password("pickleball"), Some(&PasswordHash::new(stored))).await;
            assert!(matches!(refused, Err(HashError::Broken(_))), "{stored}: {refused:?}");
        }
    }

    #[tokio::test]
    async fn beyond_the_cores_and_the_queue_callers_are_turned_away_at_once() {
        let passwords = Passwords::new(HashCost::lowest(), 2);
        let places: Vec<_> = (0..2 + QUEUE).map(|_| passwords.take_place().unwrap()).collect();
        assert!(matches!(passwords.take_place(), Err(HashError::Busy)));
        drop(places);
        assert!(passwords.take_place().is_ok());
    }

    #[tokio::test]
    async fn a_caller_who_leaves_does_not_free_the_core() {
        let passwords = Passwords::new(HashCost::lowest(), 1);
        let place = passwords.take_place().unwrap();
        let (started, has_started) = tokio::sync::oneshot::channel();
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
        assert_eq!(passwords.cores.available_permits(), 0, "the core is at work");
        assert_eq!(passwords.places.available_permits(), QUEUE, "and so is the place");
        finish.send(()).unwrap();
        let next = passwords.take_place().unwrap();
        next.run(|| Ok(())).await.unwrap();
        drop(next);
        assert_eq!(passwords.places.available_permits(), QUEUE + 1);
    }
}

// Included in the module `passwords` of each variant.

use std::net::Ipv4Addr;

use shuttle::{
    future::{JoinHandle, block_on, spawn},
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
};

use super::*;

/// Uses the only core.
fn work(at_work: &AtomicUsize) {
    assert_eq!(at_work.fetch_add(1, SeqCst), 0, "more hashes at once than cores");
    at_work.fetch_sub(1, SeqCst);
}

/// Callers of one core, and how many hash at this moment.
struct Callers {
    passwords: Passwords,
    at_work: Arc<AtomicUsize>,
}

impl Callers {
    fn of_one_core() -> Callers {
        Callers { passwords: Passwords::new(HashCost::lowest(), 1), at_work: Arc::new(AtomicUsize::new(0)) }
    }

    /// Starts a caller from a network of its own.
    fn start(&self, network: u8) -> JoinHandle<Result<(), HashError>> {
        let network = IpAddr::V4(Ipv4Addr::new(203, 0, 113, network));
        let place = self.passwords.take_place(network).unwrap();
        let at_work = Arc::clone(&self.at_work);
        spawn(async move {
            place
                .run(move || {
                    work(&at_work);
                    Ok(())
                })
                .await
        })
    }
}

pub(crate) fn two_callers() {
    let Callers { passwords, at_work } = Callers::of_one_core();
    let network = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let use_the_core = move || {
        let core = block_on(passwords.queue.core(network)).unwrap();
        work(&at_work);
        drop(core);
    };
    let other = thread::spawn(use_the_core.clone());
    use_the_core();
    other.join().unwrap();
}

pub(crate) fn one_of_four_callers_leaves() {
    let callers = Callers::of_one_core();
    let [leaving, others @ ..] = [1, 2, 3, 4].map(|network| callers.start(network));
    leaving.abort();
    block_on(async {
        // Without a core they would wait forever.
        for other in others {
            other.await.unwrap().unwrap();
        }
        callers.start(5).await.unwrap().unwrap();
    });
}

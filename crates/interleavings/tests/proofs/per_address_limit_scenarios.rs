// Included in the module of each variant, beside the file under proof.

use metrics::GaugeFn;
use shuttle::{
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
};

use super::*;

const ADDRESS: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9)));

/// A gauge whose change is a step of its own.
struct Shown(AtomicUsize);

impl GaugeFn for Shown {
    fn increment(&self, _by: f64) {}

    fn decrement(&self, _by: f64) {}

    fn set(&self, value: f64) {
        self.0.store(value as usize, SeqCst);
    }
}

pub(crate) fn two_requests_for_one_permit() {
    let limit = PerAddressLimit::new(Gauge::noop());
    let held = Arc::new(AtomicUsize::new(0));
    let request = {
        let limit = Arc::clone(&limit);
        move || {
            let quota = Quota { per_address: 1, total: 2, total_if_holding: 2 };
            let Ok(permit) = limit.try_acquire(ADDRESS, quota) else { return false };
            assert_eq!(held.fetch_add(1, SeqCst), 0, "more permits than the quota");
            held.fetch_sub(1, SeqCst);
            drop(permit);
            true
        }
    };
    let other = thread::spawn(request.clone());
    let is_admitted = request();
    assert!(other.join().unwrap() || is_admitted, "neither was admitted");
    let counts = limit.counts();
    assert_eq!((counts.total(), counts.addresses()), (0, 0), "a permit was not released");
}

pub(crate) fn two_permits_are_released() {
    let shown = Arc::new(Shown(AtomicUsize::new(0)));
    let limit = PerAddressLimit::new(Gauge::from_arc(Arc::clone(&shown)));
    let [one, two] = [(), ()].map(|()| limit.acquire_unchecked(ADDRESS));
    let other = thread::spawn(move || drop(one));
    drop(two);
    other.join().unwrap();
    assert_eq!(shown.0.load(SeqCst), 0, "the gauge is wrong");
}

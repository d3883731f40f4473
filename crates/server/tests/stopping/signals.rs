//! A signal stops the server cleanly once it listens.

use crate::node::{Node, answers_ok, free_address, is_ready};

#[test]
fn each_signal_stops_the_server_cleanly_once_it_listens() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, when_ready) in
        [("TERM", false), ("INT", false), ("HUP", false), ("TERM", true), ("INT", true), ("HUP", true)]
    {
        let mut node = Node::start(free_address(), folder.path(), None, &[]);
        if when_ready {
            node.wait_until_ready();
        } else {
            node.wait_until_it_listens();
        }
        node.signal(signal);
        let status = node.wait_for_its_end();
        assert!(status.success(), "SIG{signal} ({when_ready}): {status}");
    }
}

#[test]
fn a_leaving_server_keeps_serving_until_a_second_signal() {
    let folder = tempfile::tempdir().unwrap();
    let long = [("SIDEOUT_HTTP__LAME_DUCK_MS", "600000")];
    let mut node = Node::start_empty(free_address(), folder.path(), &long);
    node.wait_until_ready();
    node.signal("TERM");
    while is_ready(node.address) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(answers_ok(node.address, "/healthz"), "it is not ready any more, and still serves");
    node.signal("HUP");
    assert!(node.wait_for_its_end().success());
}

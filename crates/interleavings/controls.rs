//! The guards that the controls take out of the files under proof.

/// A program without one guard. A proof must fail for it.
pub(crate) struct Control {
    /// The folder of its files, named by what goes wrong in them.
    pub(crate) name: &'static str,
    /// The file that is changed.
    pub(crate) file: &'static str,
    /// Texts that occur once in it, and their replacements.
    pub(crate) edits: &'static [(&'static str, &'static str)],
}

/// All controls.
pub(crate) const CONTROLS: &[Control] = &[
    Control {
        name: "core_released_twice",
        file: "/passwords.rs",
        edits: &[("Err(mut core) => core.0 = None,", "Err(_core) => {}")],
    },
    Control {
        name: "core_released_by_the_caller",
        file: "/passwords.rs",
        edits: &[(
            "let result = work();
            drop((place, core));
            result
        });
        task.await.map_err(broken)?",
            "work()
        });
        let result = task.await.map_err(broken);
        drop((place, core));
        result?",
        )],
    },
    Control {
        name: "queued_in_a_second_step",
        file: "/passwords.rs",
        edits: &[(
            "state.waiting.retain(|waiter| !waiter.is_closed());",
            "drop(state);
            let mut state = self.state.lock();
            state.waiting.retain(|waiter| !waiter.is_closed());",
        )],
    },
    Control {
        name: "day_entry_inspected_early",
        file: "/watch_day.rs",
        edits: &[
            ("    changes: watch::Receiver<DayChanges>,\n    //", "    //"),
            ("    _entry: DayEntry,\n}", "    _entry: DayEntry,\n    changes: watch::Receiver<DayChanges>,\n}"),
            ("day.receiver_count() == 0", "day.receiver_count() <= 1"),
        ],
    },
    Control {
        name: "day_entry_removed_in_a_second_step",
        file: "/watch_day.rs",
        edits: &[(
            "        let mut days = self.live.days.lock();
        if days.get(&self.key).is_some_and(|day| day.receiver_count() == 0) {
            days.remove(&self.key);",
            "        let is_last = self.live.days.lock().get(&self.key).is_some_and(|day| day.receiver_count() == 0);
        if is_last {
            self.live.days.lock().remove(&self.key);",
        )],
    },
    Control {
        name: "board_entry_inspected_early",
        file: "/watch_board.rs",
        edits: &[
            ("    version: watch::Receiver<u64>,\n    //", "    //"),
            ("    _entry: BoardEntry,\n}", "    _entry: BoardEntry,\n    version: watch::Receiver<u64>,\n}"),
            ("board.receiver_count() == 0", "board.receiver_count() <= 1"),
        ],
    },
    Control {
        name: "customer_entry_inspected_early",
        file: "/watch_orders.rs",
        edits: &[
            ("    events: broadcast::Receiver<OrderEvent>,\n    //", "    //"),
            (
                "    _entry: CustomerEntry,\n}",
                "    _entry: CustomerEntry,\n    events: broadcast::Receiver<OrderEvent>,\n}",
            ),
            ("sender.receiver_count() == 0", "sender.receiver_count() <= 1"),
        ],
    },
    Control {
        name: "version_taken_before_the_lock",
        file: "/live.rs",
        edits: &[(
            "        let days = self.days.lock();
        // Under the lock, as for one day: the versions of a day only grow.
        let version = self.next_version();
",
            "        let version = self.next_version();
        let days = self.days.lock();
",
        )],
    },
    Control {
        name: "subscribed_after_the_lock",
        file: "/day_feed.rs",
        edits: &[(
            "        let newest = self.newest.lock();
        (newest.update.clone(), self.updates.subscribe(), newest.resyncs)",
            "        let (newest, resyncs) = {
            let newest = self.newest.lock();
            (newest.update.clone(), newest.resyncs)
        };
        (newest, self.updates.subscribe(), resyncs)",
        )],
    },
    Control {
        name: "feed_of_a_successor_removed",
        file: "/day_feed.rs",
        edits: &[(
            "feeds.get(&self.key).is_some_and(|feed| feed.strong_count() == 0)",
            "feeds.contains_key(&self.key)",
        )],
    },
    Control {
        name: "cached_whatever_was_forgotten",
        file: "/cached.rs",
        edits: &[("if state.generation == generation {", "if generation <= state.generation {")],
    },
    Control {
        name: "snapshot_kept_whatever_was_forgotten",
        file: "/availability.rs",
        edits: &[("if entry.generation == generation {", "if generation <= entry.generation {")],
    },
    Control {
        name: "bookable_days_kept_whatever_was_forgotten",
        file: "/availability.rs",
        edits: &[("        if unchanged {", "        if unchanged || !made_of.is_empty() {")],
    },
    Control {
        name: "permit_checked_and_taken_in_two_steps",
        file: "/per_address_limit.rs",
        edits: &[(
            "        Ok(self.add(&mut counts, address))",
            "        drop(counts);
        counts = self.counts.lock();
        Ok(self.add(&mut counts, address))",
        )],
    },
    Control {
        name: "gauge_set_after_the_lock",
        file: "/per_address_limit.rs",
        edits: &[(
            "        self.limit.gauge.set(counts.total as f64);",
            "        let total = counts.total;
        drop(counts);
        self.limit.gauge.set(total as f64);",
        )],
    },
    Control {
        name: "answered_before_the_commit",
        file: "/writer.rs",
        edits: &[(
            "events.extend(unit_events);
                    waiting.push((unit.answer, Ok(())));",
            "events.extend(unit_events);
                    answer(unit.answer, Ok(()));",
        )],
    },
    Control {
        name: "answered_before_the_events",
        file: "/writer.rs",
        edits: &[(
            "        self.events.deliver(&events);
        for (to, outcome) in waiting {
            answer(to, outcome);
        }",
            "        for (to, outcome) in waiting {
            answer(to, outcome);
        }
        self.events.deliver(&events);",
        )],
    },
    Control {
        name: "written_after_the_disk_failed",
        file: "/writer.rs",
        edits: &[("self.broken.borrow().clone()", "self.broken.borrow().clone().filter(String::is_empty)")],
    },
    Control {
        name: "committed_after_a_failed_write",
        file: "/writer.rs",
        edits: &[(
            "            self.roll_back_everything();
        }
        if disk_failed || self.connection.raw.is_autocommit() {",
            "        }
        if self.connection.raw.is_autocommit() {",
        )],
    },
    Control {
        name: "ended_before_the_queue_is_empty",
        file: "/writer.rs",
        edits: &[(
            "                    self.counters.working.store(false, Ordering::Relaxed);
                }
                Message::Close => self.queue.close(),",
            "                    self.counters.working.store(false, Ordering::Relaxed);
                }
                Message::Close => return,",
        )],
    },
];

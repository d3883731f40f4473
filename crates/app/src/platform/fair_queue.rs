//! A queue that serves its parties in turn (round robin).

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Items of several parties, which are served in turn; items of one party keep their order.
#[derive(Debug)]
pub(crate) struct FairQueue<K, T> {
    queues: HashMap<K, VecDeque<T>>,
    order: VecDeque<K>,
    len: usize,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        FairQueue { queues: HashMap::new(), order: VecDeque::new(), len: 0 }
    }
}

impl<K: Copy + Eq + Hash, T> FairQueue<K, T> {
    /// The number of items of all parties.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of items of this party.
    pub(crate) fn len_of(&self, party: K) -> usize {
        self.queues.get(&party).map_or(0, VecDeque::len)
    }

    /// Adds an item at the end of its party's queue. A party whose queue was empty is served after all other waiting
    /// parties.
    pub(crate) fn push(&mut self, party: K, item: T) {
        let queue = self.queues.entry(party).or_default();
        if queue.is_empty() {
            self.order.push_back(party);
        }
        queue.push_back(item);
        self.len += 1;
    }

    /// Removes and returns the next item.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let party = self.order.pop_front()?;
        let queue = self.queues.get_mut(&party)?;
        let item = queue.pop_front()?;
        self.len -= 1;
        if queue.is_empty() {
            self.queues.remove(&party);
        } else {
            self.order.push_back(party);
        }
        Some(item)
    }

    /// Removes the items for which `keep` returns `false`.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        for queue in self.queues.values_mut() {
            queue.retain(&mut keep);
        }
        self.queues.retain(|_, queue| !queue.is_empty());
        self.order.retain(|party| self.queues.contains_key(party));
        self.len = self.queues.values().map(VecDeque::len).sum();
    }

    /// Makes room for an item of a party that has `held` items: removes and returns the newest item of the party with
    /// the most items. `None` if that party has fewer than `held` + 2 items, because it would then be left with fewer
    /// than the other party gets.
    pub(crate) fn displace(&mut self, held: usize) -> Option<T> {
        let (&party, longest) = self.queues.iter().max_by_key(|(_, queue)| queue.len())?;
        if longest.len() < held + 2 {
            return None;
        }
        let item = self.queues.get_mut(&party)?.pop_back()?;
        self.len -= 1;
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_party_is_served_in_turn_also_beside_a_long_queue() {
        let mut turns = FairQueue::default();
        for item in ["a1", "a2", "a3", "b1", "c1", "a4", "b2"] {
            turns.push(item.chars().next().unwrap(), item);
        }
        assert_eq!((turns.len(), turns.len_of('a')), (7, 4));
        let order: Vec<_> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
        assert_eq!(turns.len(), 0);
        turns.push('b', "b3");
        assert_eq!(turns.pop(), Some("b3"));
    }

    #[test]
    fn the_newest_item_of_the_party_with_the_most_items_is_displaced() {
        let mut turns = FairQueue::default();
        for item in ["a1", "a2", "a3", "b1"] {
            turns.push(item.chars().next().unwrap(), item);
        }
        assert_eq!(turns.displace(1), Some("a3"));
        assert_eq!(turns.displace(1), None, "they would only change places");
        assert_eq!(turns.displace(0), Some("a2"));
        assert_eq!(turns.displace(0), None);
        turns.retain(|item| *item != "a1");
        assert_eq!(std::iter::from_fn(|| turns.pop()).collect::<Vec<_>>(), ["b1"]);
    }
}

//! The model: courts, orders and money, and the steps that change them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;
use sideout_domain::order::OrderStatus;

const PLAYERS: usize = 3;
/// Three courts at two hours.
const SLOTS: usize = 6;
/// How long a hold lasts: the default of the setting `hold_seconds`.
const HOLD_SECONDS: i64 = 600;
/// Two holds that a player let expire on a slot are too many if they began within this time.
const EXPIRED_SECONDS: i64 = 10 * 60 + 2 * HOLD_SECONDS;
/// What a player who cancels does not get back, in rupees: the default of the setting `bank_charge_paise`.
const BANK_CHARGE: i64 = 30;

/// A step. Players, slots and orders are indexes; an order that does not exist changes nothing.
#[derive(Debug, Clone)]
pub(super) enum ModelStep {
    Hold { player: usize, slot: usize },
    Confirm { order: usize },
    PayOnline { order: usize },
    TakeCash { order: usize, rupees: i64 },
    Cancel { order: usize },
    Release { player: usize },
    Pass { minutes: i64 },
    ExpireHolds,
    Close { slot: usize },
    Open { slot: usize },
    IssueRefunds,
}

/// An order in the model; money in rupees.
#[derive(Debug, Clone)]
pub(super) struct ModelOrder {
    pub(super) player: usize,
    slot: usize,
    pub(super) status: OrderStatus,
    /// In seconds, as [`Model::now`].
    created: i64,
    /// In seconds, as [`Model::now`].
    held_until: i64,
    pub(super) paid: i64,
    pub(super) returned: i64,
    /// Whether a part was paid at the desk; then a refund waits for the desk as well.
    has_cash: bool,
    /// Whether the venue closed the court: then the refund is due at once, not on Friday, and a hold did not run out.
    closed_by_venue: bool,
}

impl ModelOrder {
    fn kept(&self) -> i64 {
        self.paid - self.returned
    }

    fn is_live_hold(&self, now: i64) -> bool {
        self.status == OrderStatus::Held && self.held_until > now
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Order(usize),
    Closure,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Model {
    /// The time in seconds.
    now: i64,
    pub(super) orders: Vec<ModelOrder>,
    pub(super) claims: BTreeMap<usize, Owner>,
}

/// In rupees.
fn price(slot: usize) -> i64 {
    if court(slot) == 2 { 900 } else { 800 }
}

pub(super) fn court(slot: usize) -> i64 {
    i64::try_from(slot % 3).unwrap() + 1
}

pub(super) fn hour(slot: usize) -> i8 {
    if slot / 3 == 0 { 18 } else { 19 }
}

impl Model {
    fn hold_of(&self, player: usize) -> Option<usize> {
        self.orders.iter().position(|order| order.player == player && order.status == OrderStatus::Held)
    }

    /// Ends the hold and frees its court, if it still has it.
    fn end_hold(&mut self, order: usize, end: OrderStatus) {
        let slot = self.orders[order].slot;
        if self.claims.get(&slot) == Some(&Owner::Order(order)) {
            self.claims.remove(&slot);
        }
        self.orders[order].status = end;
    }

    fn hold(&mut self, player: usize, slot: usize) {
        let before = self.clone();
        if let Some(held) = self.hold_of(player) {
            if self.orders[held].slot == slot && self.orders[held].is_live_hold(self.now) {
                return;
            }
            let end = if self.orders[held].held_until > self.now {
                OrderStatus::Released
            } else {
                OrderStatus::Expired
            };
            self.end_hold(held, end);
        }
        let is_free = match self.claims.get(&slot) {
            None => true,
            Some(Owner::Closure) => false,
            Some(Owner::Order(owner)) => {
                let owner = &self.orders[*owner];
                owner.status == OrderStatus::Held && owner.held_until <= self.now
            }
        };
        let expired = self.orders.iter().filter(|order| {
            order.player == player
                && order.slot == slot
                && order.status == OrderStatus::Expired
                && !order.closed_by_venue
                && order.created > self.now - EXPIRED_SECONDS
        });
        if !is_free || expired.count() >= 2 {
            // Nothing was changed.
            *self = before;
            return;
        }
        self.claims.insert(slot, Owner::Order(self.orders.len()));
        self.orders.push(ModelOrder {
            player,
            slot,
            status: OrderStatus::Held,
            created: self.now,
            held_until: self.now + HOLD_SECONDS,
            paid: 0,
            returned: 0,
            has_cash: false,
            closed_by_venue: false,
        });
    }

    fn cancel(&mut self, order: usize, refund: i64) {
        self.claims.remove(&self.orders[order].slot);
        let order = &mut self.orders[order];
        order.returned += refund;
        order.status = if refund > 0 { OrderStatus::CancelRequested } else { OrderStatus::Cancelled };
    }

    fn change(&mut self, step: &ModelStep) {
        let now = self.now;
        match *step {
            ModelStep::Hold { player, slot } => self.hold(player, slot),
            ModelStep::Confirm { order } => {
                if let Some(order) = self.orders.get_mut(order).filter(|order| order.is_live_hold(now)) {
                    order.status = OrderStatus::Confirmed;
                }
            }
            ModelStep::PayOnline { order } => {
                if let Some(order) = self.orders.get_mut(order).filter(|order| order.is_live_hold(now)) {
                    order.status = OrderStatus::Confirmed;
                    order.paid = price(order.slot);
                }
            }
            ModelStep::TakeCash { order, rupees } => {
                let Some(order) = self.orders.get_mut(order) else { return };
                if order.status == OrderStatus::Confirmed && order.kept() + rupees <= price(order.slot) {
                    order.paid += rupees;
                    order.has_cash = true;
                }
            }
            ModelStep::Cancel { order } => {
                let Some(found) = self.orders.get(order) else { return };
                if found.status == OrderStatus::Confirmed {
                    let refund = (found.kept() - BANK_CHARGE).max(0);
                    self.cancel(order, refund);
                }
            }
            ModelStep::Release { player } => {
                if let Some(held) = self.hold_of(player) {
                    let is_live = self.orders[held].is_live_hold(now);
                    self.end_hold(held, if is_live { OrderStatus::Released } else { OrderStatus::Expired });
                }
            }
            ModelStep::Pass { minutes } => self.now += minutes * 60,
            ModelStep::ExpireHolds => {
                for order in 0..self.orders.len() {
                    if self.orders[order].status == OrderStatus::Held && self.orders[order].held_until <= now
                    {
                        self.end_hold(order, OrderStatus::Expired);
                    }
                }
            }
            ModelStep::Close { slot } => {
                if let Some(Owner::Order(order)) = self.claims.get(&slot).copied() {
                    if self.orders[order].status == OrderStatus::Held {
                        let is_live = self.orders[order].is_live_hold(now);
                        self.end_hold(order, OrderStatus::Expired);
                        self.orders[order].closed_by_venue = is_live;
                    } else {
                        self.cancel(order, self.orders[order].kept());
                        self.orders[order].closed_by_venue = true;
                    }
                }
                self.claims.insert(slot, Owner::Closure);
            }
            ModelStep::Open { slot } => {
                if self.claims.get(&slot) == Some(&Owner::Closure) {
                    self.claims.remove(&slot);
                }
            }
            ModelStep::IssueRefunds => {
                for order in &mut self.orders {
                    let waits = order.status == OrderStatus::CancelRequested;
                    if waits && order.closed_by_venue && !order.has_cash {
                        order.status = OrderStatus::Cancelled;
                    }
                }
            }
        }
    }
}

pub(super) struct Reference;

impl ReferenceStateMachine for Reference {
    type State = Model;
    type Transition = ModelStep;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model::default()).boxed()
    }

    fn transitions(model: &Model) -> BoxedStrategy<ModelStep> {
        // A step changes one of the six newest orders.
        let last = model.orders.len();
        let order = last.saturating_sub(6)..last.max(1);
        let rupees = prop_oneof![Just(800_i64), Just(300), Just(100), Just(30)];
        prop_oneof![
            8 => (0..PLAYERS, 0..SLOTS).prop_map(|(player, slot)| ModelStep::Hold { player, slot }),
            4 => order.clone().prop_map(|order| ModelStep::Confirm { order }),
            4 => order.clone().prop_map(|order| ModelStep::PayOnline { order }),
            4 => (order.clone(), rupees).prop_map(|(order, rupees)| ModelStep::TakeCash { order, rupees }),
            4 => order.prop_map(|order| ModelStep::Cancel { order }),
            1 => (0..PLAYERS).prop_map(|player| ModelStep::Release { player }),
            3 => (1..12_i64).prop_map(|minutes| ModelStep::Pass { minutes }),
            2 => Just(ModelStep::ExpireHolds),
            1 => (0..SLOTS).prop_map(|slot| ModelStep::Close { slot }),
            1 => (0..SLOTS).prop_map(|slot| ModelStep::Open { slot }),
            1 => Just(ModelStep::IssueRefunds),
        ]
        .boxed()
    }

    fn apply(mut model: Model, step: &ModelStep) -> Model {
        model.change(step);
        model
    }
}

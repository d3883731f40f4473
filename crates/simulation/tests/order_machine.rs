//! A model check of the order machine: two players, one court, a provider and two nodes. Every order of events is searched with one
//! payment of each player, and the first million states with two. What a captured payment becomes is decided by the rule of the
//! domain itself.
//!
//! A report that is lost is one that no node acts on, a doubled one is one that both nodes act on, and a late one is acted on
//! after everything else that happened since the node polled the provider.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails by panicking")]

use std::collections::BTreeSet;

use sideout_domain::{
    BillId,
    bill::{Bill, BillKind, BillLine, BillMethod, BillState},
    money::Money,
    order::OrderStatus,
    settlement::{LineSettlement, OrderToPay, Settlement, settle},
};
use stateright::{Checker, HasDiscoveries, Model, Property};

const DUE: Money = Money::from_rupees(800);
const PLAYERS: usize = 2;
const NODES: usize = 2;

/// The order of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Order {
    None,
    Held { has_expired: bool },
    Confirmed,
    CancelRequested,
    Cancelled,
    Released,
    Expired,
}

impl Order {
    fn status(self) -> OrderStatus {
        match self {
            Order::None | Order::Released => OrderStatus::Released,
            Order::Held { .. } => OrderStatus::Held,
            Order::Confirmed => OrderStatus::Confirmed,
            Order::CancelRequested => OrderStatus::CancelRequested,
            Order::Cancelled => OrderStatus::Cancelled,
            Order::Expired => OrderStatus::Expired,
        }
    }
}

/// A payment at the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Bank {
    Authorized,
    Captured,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Outcome {
    Confirmed,
    Refund,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Payment {
    bank: Bank,
    /// The nodes that polled the provider, got "captured", and did not act on it yet.
    reported: [bool; NODES],
    outcome: Option<Outcome>,
    /// Whether a refund is owed.
    is_owed: bool,
    /// The nodes that had the refund sent, and did not record it yet.
    sent: [bool; NODES],
    lost_answers: u8,
    /// Whether the refund is recorded as issued.
    is_issued: bool,
    /// How often the provider has paid it back.
    paid_back: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Player {
    order: Order,
    /// Whether the bill of the checkout is settled; `None` before a checkout is opened.
    bill: Option<bool>,
    /// Whether the order was paid.
    is_paid: bool,
    payments: [Option<Payment>; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    players: [Player; PLAYERS],
    /// The player who has the court.
    court: Option<usize>,
    /// Whether the game has begun: then it cannot be cancelled, and late payments are refunded.
    has_begun: bool,
}

/// Something that happens, with the indexes of the player, of a payment of that player, and of the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Hold(usize),
    /// The time of a hold is over; its court can be claimed.
    Expire(usize),
    /// A job ends a hold that has expired.
    EndExpiredHold(usize),
    Release(usize),
    OpenCheckout(usize),
    ConfirmAtCourt(usize),
    Cancel(usize),
    Pay(usize, Bank),
    BankAnswers {
        player: usize,
        payment: usize,
        bank: Bank,
    },
    PollProvider {
        player: usize,
        payment: usize,
        node: usize,
    },
    Settle {
        player: usize,
        payment: usize,
        node: usize,
    },
    SendRefund {
        player: usize,
        payment: usize,
        node: usize,
    },
    RecordRefund {
        player: usize,
        payment: usize,
        node: usize,
    },
    LoseAnswer {
        player: usize,
        payment: usize,
        node: usize,
    },
    /// The game begins.
    Begin,
}

/// The machine, with its guards; each control takes one out.
#[derive(Debug, Clone, Copy)]
struct Machine {
    /// Payments of each player.
    payments: usize,
    /// Whether `payment/settle` changes only a payment that is not decided yet.
    decides_once: bool,
    /// Whether the provider knows the key of a refund that is requested again.
    knows_keys: bool,
    /// Whether a claim requires a free court, or one whose hold has expired.
    claims_once: bool,
}

const MACHINE: Machine = Machine { payments: 2, decides_once: true, knows_keys: true, claims_once: true };

fn decide(player: &Player, has_begun: bool) -> Settlement {
    let bill = Bill {
        id: BillId(1),
        kind: BillKind::Booking,
        customer: None,
        amount: DUE,
        discount: Money::ZERO,
        coupon: None,
        state: if player.bill == Some(true) { BillState::Settled } else { BillState::Open },
        method: Some(BillMethod::Provider),
        lines: vec![BillLine { order: None, amount: DUE }],
    };
    let (before, start) = ("2026-11-22T10:00:00Z".parse().unwrap(), "2026-11-22T13:30:00Z".parse().unwrap());
    let unpaid = if player.order == Order::Confirmed && !player.is_paid { DUE } else { Money::ZERO };
    let order = OrderToPay { status: player.order.status(), starts_at: start, amount: DUE, unpaid };
    settle(&bill, &[order], DUE, if has_begun { start } else { before })
}

impl State {
    /// Whether a player can get the court: it is free, theirs, or held by a player whose hold has expired.
    fn can_claim(&self, player: usize) -> bool {
        self.court.is_none_or(|owner| {
            owner == player || self.players[owner].order == Order::Held { has_expired: true }
        })
    }

    fn free(&mut self, player: usize) {
        if self.court == Some(player) {
            self.court = None;
        }
    }

    fn settle(&mut self, machine: &Machine, player: usize, payment: usize) {
        let decision = decide(&self.players[player], self.has_begun);
        let can_claim = self.can_claim(player) || !machine.claims_once;
        let outcome = match decision {
            Settlement::Settle(lines) => match lines.as_slice() {
                [LineSettlement::Confirm] if can_claim => {
                    self.court = Some(player);
                    self.players[player].order = Order::Confirmed;
                    Outcome::Confirmed
                }
                [LineSettlement::PayBooking] => Outcome::Confirmed,
                _ => Outcome::Refund,
            },
            Settlement::Refund(_) => Outcome::Refund,
        };
        let player = &mut self.players[player];
        if outcome == Outcome::Confirmed {
            player.is_paid = true;
            player.bill = Some(true);
        }
        if let Some(payment) = &mut player.payments[payment] {
            payment.outcome = Some(outcome);
            payment.is_owed |= outcome == Outcome::Refund;
        }
    }

    /// All payments, with their players.
    fn payments(&self) -> impl Iterator<Item = (&Player, &Payment)> {
        self.players
            .iter()
            .flat_map(|player| player.payments.iter().flatten().map(move |paid| (player, paid)))
    }

    /// Whether nothing is under way any more.
    fn has_ended(&self) -> bool {
        let waits = |player: &Player| matches!(player.order, Order::Held { .. } | Order::CancelRequested);
        !self.players.iter().any(waits)
            && self.payments().all(|(_, payment)| match payment.bank {
                Bank::Authorized => false,
                Bank::Failed => true,
                Bank::Captured => {
                    payment.outcome.is_some()
                        && (!payment.is_owed || (payment.is_issued && payment.paid_back == 1))
                }
            })
    }
}

impl Model for Machine {
    type State = State;
    type Action = Event;

    fn init_states(&self) -> Vec<State> {
        let player = Player { order: Order::None, bill: None, is_paid: false, payments: [None; 2] };
        vec![State { players: [player; PLAYERS], court: None, has_begun: false }]
    }

    fn actions(&self, state: &State, events: &mut Vec<Event>) {
        if !state.has_begun {
            events.push(Event::Begin);
        }
        for (player, current) in state.players.iter().enumerate() {
            match current.order {
                Order::None if !state.has_begun && (state.can_claim(player) || !self.claims_once) => {
                    events.push(Event::Hold(player));
                }
                Order::Held { has_expired: false } => {
                    events.extend([
                        Event::Expire(player),
                        Event::Release(player),
                        Event::ConfirmAtCourt(player),
                    ]);
                    if current.bill.is_none() {
                        events.push(Event::OpenCheckout(player));
                    }
                }
                Order::Held { has_expired: true } => {
                    events.extend([Event::EndExpiredHold(player), Event::Release(player)])
                }
                Order::Confirmed if !state.has_begun => events.push(Event::Cancel(player)),
                _ => {}
            }
            let is_captured = current.payments.iter().flatten().any(|payment| payment.bank == Bank::Captured);
            if current.bill.is_some()
                && !is_captured
                && current.payments.iter().take(self.payments).any(Option::is_none)
            {
                events.extend([Event::Pay(player, Bank::Authorized), Event::Pay(player, Bank::Captured)]);
            }
            for (index, payment) in current.payments.iter().enumerate() {
                let Some(payment) = payment else { continue };
                if payment.bank == Bank::Authorized {
                    events.push(Event::BankAnswers { player, payment: index, bank: Bank::Failed });
                    if !is_captured {
                        events.push(Event::BankAnswers { player, payment: index, bank: Bank::Captured });
                    }
                }
                for node in 0..NODES {
                    let is_open = payment.bank == Bank::Captured && payment.outcome.is_none();
                    if is_open && !payment.reported[node] {
                        events.push(Event::PollProvider { player, payment: index, node });
                    }
                    if payment.reported[node] {
                        events.push(Event::Settle { player, payment: index, node });
                    }
                    if payment.is_owed && !payment.is_issued && !payment.sent[node] {
                        events.push(Event::SendRefund { player, payment: index, node });
                    }
                    if payment.sent[node] {
                        events.push(Event::RecordRefund { player, payment: index, node });
                        if payment.lost_answers < 1 {
                            events.push(Event::LoseAnswer { player, payment: index, node });
                        }
                    }
                }
            }
        }
    }

    fn next_state(&self, last: &State, event: Event) -> Option<State> {
        let mut state = *last;
        match event {
            Event::Begin => {
                state.has_begun = true;
                // No hold lasts beyond the start.
                for player in &mut state.players {
                    if let Order::Held { has_expired } = &mut player.order {
                        *has_expired = true;
                    }
                }
            }
            Event::Hold(player) => {
                state.court = Some(player);
                state.players[player].order = Order::Held { has_expired: false };
            }
            Event::Expire(player) => state.players[player].order = Order::Held { has_expired: true },
            Event::EndExpiredHold(player) => {
                state.free(player);
                state.players[player].order = Order::Expired;
            }
            Event::Release(player) => {
                state.free(player);
                state.players[player].order = Order::Released;
            }
            Event::OpenCheckout(player) => state.players[player].bill = Some(false),
            Event::ConfirmAtCourt(player) => state.players[player].order = Order::Confirmed,
            Event::Cancel(player) => {
                state.free(player);
                let player = &mut state.players[player];
                let paid = player
                    .payments
                    .iter_mut()
                    .flatten()
                    .find(|payment| payment.outcome == Some(Outcome::Confirmed));
                player.order = match paid {
                    Some(payment) => {
                        payment.is_owed = true;
                        Order::CancelRequested
                    }
                    None => Order::Cancelled,
                };
            }
            Event::Pay(player, bank) => {
                let free = state.players[player].payments.iter_mut().find(|payment| payment.is_none())?;
                *free = Some(Payment {
                    bank,
                    reported: [false; NODES],
                    outcome: None,
                    is_owed: false,
                    sent: [false; NODES],
                    lost_answers: 0,
                    is_issued: false,
                    paid_back: 0,
                });
            }
            Event::BankAnswers { player, payment: index, bank } => {
                state.players[player].payments[index].as_mut()?.bank = bank;
            }
            Event::PollProvider { player, payment: index, node } => {
                state.players[player].payments[index].as_mut()?.reported[node] = true;
            }
            Event::Settle { player, payment: index, node } => {
                let payment = state.players[player].payments[index].as_mut()?;
                payment.reported[node] = false;
                if payment.outcome.is_none() || !self.decides_once {
                    state.settle(self, player, index);
                }
            }
            Event::SendRefund { player, payment: index, node } => {
                let payment = state.players[player].payments[index].as_mut()?;
                payment.sent[node] = true;
                if payment.paid_back == 0 || !self.knows_keys {
                    payment.paid_back += 1;
                }
            }
            Event::RecordRefund { player, payment: index, node } => {
                let player = &mut state.players[player];
                let payment = player.payments[index].as_mut()?;
                payment.sent[node] = false;
                payment.is_issued = true;
                if payment.outcome == Some(Outcome::Confirmed) && player.order == Order::CancelRequested {
                    player.order = Order::Cancelled;
                }
            }
            Event::LoseAnswer { player, payment: index, node } => {
                let payment = state.players[player].payments[index].as_mut()?;
                payment.sent[node] = false;
                payment.lost_answers += 1;
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("a court has one owner", |_, state: &State| {
                let is_booked = |player: &Player| player.order == Order::Confirmed;
                let booked: Vec<usize> =
                    (0..PLAYERS).filter(|player| is_booked(&state.players[*player])).collect();
                booked.len() <= 1 && booked.iter().all(|player| state.court == Some(*player))
            }),
            Property::always("what is paid online has one captured payment", |_, state: &State| {
                state.players.iter().all(|player| {
                    let paying = player.payments.iter().flatten().filter(|payment| {
                        payment.outcome == Some(Outcome::Confirmed) && payment.bank == Bank::Captured
                    });
                    paying.count() == usize::from(player.is_paid)
                })
            }),
            Property::always("a booking that stays paid is not refunded", |_, state: &State| {
                state.payments().all(|(player, payment)| {
                    payment.outcome != Some(Outcome::Confirmed)
                        || player.order != Order::Confirmed
                        || !payment.is_owed
                })
            }),
            Property::always("no more goes back than came", |_, state: &State| {
                state.payments().all(|(_, payment)| {
                    payment.paid_back <= u8::from(payment.bank == Bank::Captured && payment.is_owed)
                })
            }),
            Property::always(
                "no state is a dead end before everything has ended",
                |machine, state: &State| {
                    let mut events = Vec::new();
                    machine.actions(state, &mut events);
                    !events.is_empty() || state.has_ended()
                },
            ),
            Property::eventually(
                "each captured payment ends in a booking or a full refund",
                |_, state: &State| state.has_begun && state.has_ended(),
            ),
            Property::sometimes("a booking paid online stands beside an expired hold", |_, state: &State| {
                state.players.iter().any(|player| player.order == Order::Confirmed && player.is_paid)
                    && state.players.iter().any(|player| player.order == Order::Expired)
            }),
            Property::sometimes("money that books no court goes back", |_, state: &State| {
                state
                    .payments()
                    .any(|(_, payment)| payment.outcome == Some(Outcome::Refund) && payment.paid_back == 1)
            }),
        ]
    }
}

/// States visited: the first million, in the order of their distance from the beginning; more than a fifth are different.
const MOST_STATES: usize = 1_000_000;

#[test]
fn a_million_states_of_the_order_machine_break_no_rule() {
    let checker = MACHINE.checker().target_state_count(MOST_STATES).spawn_bfs().join();
    assert!(checker.state_count() >= MOST_STATES);
    assert!(checker.unique_state_count() > MOST_STATES / 5, "{}", checker.unique_state_count());
    checker.assert_properties();
}

/// With one payment of each player the space is small enough to be searched whole.
#[test]
fn the_whole_space_with_one_payment_each_breaks_no_rule() {
    let checker = Machine { payments: 1, ..MACHINE }.checker().spawn_dfs().join();
    assert!(checker.is_done());
    assert!(checker.unique_state_count() > 100_000, "{}", checker.unique_state_count());
    checker.assert_properties();
}

/// Checks that the machine without a guard breaks this rule.
fn control(machine: Machine, rule: &'static str) {
    let found = HasDiscoveries::AllOf(BTreeSet::from([rule]));
    let checker = machine.checker().finish_when(found).spawn_bfs().join();
    assert!(checker.discovery(rule).is_some(), "{rule}");
}

#[test]
fn control_a_payment_that_is_decided_twice_breaks_a_rule() {
    let machine = Machine { payments: 1, decides_once: false, ..MACHINE };
    control(machine, "what is paid online has one captured payment");
}

#[test]
fn control_a_provider_that_forgets_keys_pays_back_twice() {
    let machine = Machine { payments: 1, knows_keys: false, ..MACHINE };
    control(machine, "no more goes back than came");
}

#[test]
fn control_a_claim_of_a_court_that_is_taken_sells_it_twice() {
    let machine = Machine { payments: 1, claims_once: false, ..MACHINE };
    control(machine, "a court has one owner");
}

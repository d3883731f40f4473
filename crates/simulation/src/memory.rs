//! What the players, the desk and the browsers of a simulation remember.

use std::cell::{Cell, RefCell};

use sideout_app::steps::audited::RequestKey;
use sideout_domain::{BillId, BlockId, CustomerId, DeskPaymentId, claim::Slot, order::OrderNumber};
use sideout_testkit::request_key;

/// What an answer promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    Held,
    Confirmed,
    Cancelled,
}

/// What the players, the desk and the browsers remember.
#[derive(Default)]
pub(crate) struct Memory {
    /// Orders that their players know of.
    pub(crate) orders: RefCell<Vec<(OrderNumber, CustomerId)>>,
    /// Orders at the provider whose checkout is open in a browser.
    pub(crate) checkouts: RefCell<Vec<String>>,
    /// Acknowledged changes.
    pub(crate) promises: RefCell<Vec<(OrderNumber, Promise)>>,
    /// Money that a desk took.
    pub(crate) cash: RefCell<Vec<DeskPaymentId>>,
    /// QR codes that a desk showed.
    pub(crate) codes: RefCell<Vec<BillId>>,
    /// How many idempotency keys the desk has drawn.
    keys: Cell<u64>,
    /// Courts that a clerk keeps.
    pub(crate) desk_holds: RefCell<Vec<(Slot, BlockId)>>,
    /// Bookings that lost their court to the rain.
    pub(crate) rained_off: RefCell<Vec<OrderNumber>>,
}

impl Memory {
    pub(crate) fn order(&self, of: usize) -> Option<(OrderNumber, CustomerId)> {
        let orders = self.orders.borrow();
        orders.get(of % orders.len().max(1)).copied()
    }

    /// Another idempotency key of the desk.
    pub(crate) fn next_key(&self) -> RequestKey {
        self.keys.set(self.keys.get() + 1);
        request_key(self.keys.get())
    }

    pub(crate) fn taken(&self, of: usize) -> Option<DeskPaymentId> {
        let cash = self.cash.borrow();
        cash.get(of % cash.len().max(1)).copied()
    }

    pub(crate) fn learn(&self, number: OrderNumber, customer: CustomerId) {
        let mut orders = self.orders.borrow_mut();
        if !orders.contains(&(number, customer)) {
            orders.push((number, customer));
        }
    }

    pub(crate) fn promise(&self, number: OrderNumber, promise: Promise) {
        self.promises.borrow_mut().push((number, promise));
    }
}

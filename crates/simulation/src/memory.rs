//! What the players, the desk and the browsers of a simulation remember.

use std::cell::{Cell, RefCell};

use sideout_app::steps::audited::RequestKey;
use sideout_domain::{BillId, BlockId, CustomerId, DeskPaymentId, claim::Slot, order::OrderNumber};
use sideout_testkit::request_key;

/// What an answer promised about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    Held,
    Confirmed,
    Cancelled,
}

/// A change of an order that an answer acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) number: OrderNumber,
    pub(crate) promise: Promise,
}

/// An order that its player knows of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownOrder {
    pub(crate) number: OrderNumber,
    pub(crate) customer: CustomerId,
}

/// A court that a clerk keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeskHold {
    pub(crate) slot: Slot,
    pub(crate) block: BlockId,
}

/// What the players, the desk and the browsers remember.
#[derive(Default)]
pub(crate) struct Memory {
    /// Orders that their players know of.
    pub(crate) orders: RefCell<Vec<KnownOrder>>,
    /// Orders at the provider whose checkout is open in a browser, and QR codes that a desk shows.
    pub(crate) checkouts: RefCell<Vec<String>>,
    /// Acknowledged changes.
    pub(crate) acknowledged: RefCell<Vec<Acknowledged>>,
    /// Cash that a desk took.
    pub(crate) cash_payments: RefCell<Vec<DeskPaymentId>>,
    /// The bills of the QR codes that a desk showed.
    pub(crate) qr_bills: RefCell<Vec<BillId>>,
    /// How many idempotency keys the desk has drawn.
    keys: Cell<u64>,
    /// Courts that a clerk keeps.
    pub(crate) desk_holds: RefCell<Vec<DeskHold>>,
    /// Bookings that lost their court to the rain.
    pub(crate) rained_off: RefCell<Vec<OrderNumber>>,
}

/// The entry at `index`, counted from the start again after the last one; `None` if there is none.
fn entry_at<T: Copy>(list: &RefCell<Vec<T>>, index: usize) -> Option<T> {
    let list = list.borrow();
    list.get(index % list.len().max(1)).copied()
}

impl Memory {
    pub(crate) fn order(&self, index: usize) -> Option<KnownOrder> {
        entry_at(&self.orders, index)
    }

    pub(crate) fn cash_payment(&self, index: usize) -> Option<DeskPaymentId> {
        entry_at(&self.cash_payments, index)
    }

    pub(crate) fn qr_bill(&self, index: usize) -> Option<BillId> {
        entry_at(&self.qr_bills, index)
    }

    pub(crate) fn desk_hold(&self, index: usize) -> Option<DeskHold> {
        entry_at(&self.desk_holds, index)
    }

    /// Another idempotency key of the desk.
    pub(crate) fn next_key(&self) -> RequestKey {
        self.keys.set(self.keys.get() + 1);
        request_key(self.keys.get())
    }

    /// Adds an order, unless its player knows of it already.
    pub(crate) fn add_order(&self, order: KnownOrder) {
        let mut orders = self.orders.borrow_mut();
        if !orders.contains(&order) {
            orders.push(order);
        }
    }

    pub(crate) fn acknowledge(&self, number: OrderNumber, promise: Promise) {
        self.acknowledged.borrow_mut().push(Acknowledged { number, promise });
    }
}

//! Holding and confirming at once: one statement instead of several, on the engine that has it ([`Session::combined`]).

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    order::{Hold, Order, OrderNumber},
};

use crate::{
    Answer, Call, Row, Session, StoreError,
    orders::{ExpiredHoldLimit, NewOrder, hold, order},
    params,
    player_blocks::{find_block, is_blocked},
    sql,
};

/// The repository of combined statements.
pub struct Combined<'s>(pub &'s mut dyn Session);

/// What the combined statement of a hold did.
#[derive(Debug, Clone, Copy)]
pub struct HeldAtOnce {
    /// The hold that the customer had when the statement began.
    pub previous: Option<Hold>,
    /// Whether that hold was ended.
    pub is_closed: bool,
    /// Whether a payment of that hold was requested.
    pub was_requested: bool,
    /// Whether the court was claimed.
    pub is_claimed: bool,
    /// The number of the customer's expired holds on the slot that count by the limit.
    pub expired: i64,
    /// Whether the order was written.
    pub is_added: bool,
    /// Whether staff have blocked the customer, or the account is locked to be erased.
    pub is_blocked: bool,
}

/// What the combined statement of a confirmation did.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedAtOnce {
    /// Whether the live claim of the order was confirmed.
    pub is_claimed: bool,
    /// The number of upcoming unpaid bookings of the customer, without this one.
    pub unpaid: i64,
    /// The number of strikes of the customer.
    pub strikes: i64,
    /// Whether staff have blocked the customer, or the account is locked to be erased.
    pub is_blocked: bool,
    /// Whether the order was confirmed, its messages stored and its lines recorded.
    pub is_booked: bool,
}

/// The limits of a confirmation.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmLimits {
    /// With this many unpaid bookings the order is not confirmed.
    pub max_open_unpaid: u32,
    /// With this many strikes the order is not confirmed; 0 disables the check.
    pub max_no_shows: u32,
    /// Minutes before the game at which the player is reminded; 0 stores no reminder.
    pub reminder_minutes: u32,
}

impl Combined<'_> {
    /// Holds a court: ends the hold that the customer has on another slot, claims the court and adds the order, all with
    /// the rules of the single statements. The order is not added if too many expired holds of the customer on this slot count by
    /// `limit`. The calls in `first` are sent before. Returns their results, what was done, and the order if it was added; `None`
    /// if the engine has no such statement.
    ///
    /// If something was not done, the unit of work must end in an error, or do the rest.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn hold(
        &mut self,
        new: &NewOrder,
        limit: ExpiredHoldLimit,
        first: Vec<Call>,
    ) -> Result<Option<(Vec<Answer>, HeldAtOnce, Option<Order>)>, StoreError> {
        let Some(statement) = self.0.combined("combined/hold") else { return Ok(None) };
        let mut params = new.params();
        let ends_at = new.slot.lasting(new.slot_minutes).ends_at;
        params.extend_from_slice(params![ends_at, limit.pause_since, limit.most, limit.length_ms]);
        let mut calls = first;
        calls.push(find_block(new.customer, new.created_at));
        calls.push(Call { statement, params });
        calls.push(Call::new(sql!("orders/find"), params![new.number.value(), new.customer.0]));
        let mut answers = self.0.send(&calls).await?;
        let written = answers.pop().unwrap_or_default();
        let held = answers.pop().unwrap_or_default();
        let block = answers.pop().unwrap_or_default();
        let held = held_at_once(one(&held)?, is_blocked(&block))?;
        let written = written.rows.first().map(order).transpose()?;
        Ok(Some((answers, held, written)))
    }

    /// Confirms a held order to be paid at the court, without a coupon, with the rules of the single statements: its
    /// claim, the order, the lines of the ledger and the messages. Returns the order as it was before, and what was done;
    /// `None` if the engine has no such statement.
    ///
    /// If something was not done, the unit of work must end in an error, or with what it finds then.
    ///
    /// # Errors
    /// [`StoreError`] only; [`StoreError::Corrupt`] if the booking is recorded with other accounts.
    pub async fn confirm_at_court(
        &mut self,
        (number, customer): (OrderNumber, CustomerId),
        limits: ConfirmLimits,
        now: Timestamp,
    ) -> Result<Option<(Option<Order>, ConfirmedAtOnce)>, StoreError> {
        let Some(statement) = self.0.combined("combined/confirm_at_court") else { return Ok(None) };
        let reminder_ms = i64::from(limits.reminder_minutes) * 60_000;
        let params = params![
            number.value(),
            customer.0,
            now,
            limits.max_open_unpaid,
            limits.max_no_shows,
            reminder_ms
        ];
        let calls = [
            // The statement counts bookings of the customer.
            Call::new(sql!("customer/take_turn"), params![customer.0]),
            find_block(customer, now),
            Call::new(sql!("orders/find"), params![number.value(), customer.0]),
            Call::new(statement, params),
        ];
        let [_, block, found, done] = self.0.send_all(calls).await?;
        let found = found.rows.first().map(order).transpose()?;
        let done = one(&done)?;
        let is_booked = done.integer("booked")? == 1;
        // Two lines, or none if the court is free of charge or they are recorded already.
        if done.integer("posted")? == 1 {
            return Err(StoreError::Corrupt(format!("ledger: booked.{number} has other lines already")));
        }
        Ok(Some((
            found,
            ConfirmedAtOnce {
                is_claimed: done.integer("claimed")? == 1,
                unpaid: done.integer("unpaid")?,
                strikes: done.integer("missed")?,
                is_blocked: is_blocked(&block),
                is_booked,
            },
        )))
    }
}

fn one(answer: &Answer) -> Result<&Row, StoreError> {
    answer.rows.first().ok_or_else(|| StoreError::Corrupt("a combined statement returned no row".to_owned()))
}

fn held_at_once(row: &Row, is_blocked: bool) -> Result<HeldAtOnce, StoreError> {
    Ok(HeldAtOnce {
        previous: row.integer_or_null("order_number")?.map(|_| hold(row)).transpose()?,
        is_closed: row.integer("closed")? == 1,
        was_requested: row.integer("requested")? > 0,
        is_claimed: row.integer("claimed")? == 1,
        expired: row.integer("expired")?,
        is_added: row.integer("added")? == 1,
        is_blocked,
    })
}

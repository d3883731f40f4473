//! The tables `closure_offer` and `closure_link`: what players are offered whose courts were closed.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{BlockId, CustomerId, StaffId, closure_offer::OfferState, order::OrderNumber};

use crate::{
    Row, Session, StoreError,
    accounts::SecretHash,
    board::{DeskBooking, booking},
    params, sql,
};

/// The repository of offers.
pub struct ClosureOffers<'s>(pub &'s mut dyn Session);

/// An offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosureOffer {
    /// The booking that lost its court.
    pub order: OrderNumber,
    /// The closure.
    pub closure: BlockId,
    /// The player.
    pub customer: CustomerId,
    /// What became of it.
    pub state: OfferState,
    /// The instant until which it can be answered.
    pub open_until: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was answered.
    pub answered_at: Option<Timestamp>,
    /// The member of staff who answered it; `None`: the player, or it expired.
    pub answered_by: Option<StaffId>,
    /// The booking in its place.
    pub new_order: Option<OrderNumber>,
    /// When staff last called the player, and who called.
    pub called: Option<(Timestamp, StaffId)>,
}

/// An offer about to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewOffer {
    /// The booking that lost its court.
    pub order: OrderNumber,
    /// The closure.
    pub closure: BlockId,
    /// The player.
    pub customer: CustomerId,
    /// The instant until which it can be answered.
    pub open_until: Timestamp,
    /// The current time.
    pub now: Timestamp,
}

/// An answer to an offer.
#[derive(Debug, Clone, Copy)]
pub struct OfferAnswer {
    /// The new state: moved, refunded or expired.
    pub state: OfferState,
    /// The booking in its place, if it is moved.
    pub new_order: Option<OrderNumber>,
    /// The member of staff who answers; `None`: the player, or it expired.
    pub by: Option<StaffId>,
}

/// A booking that a closure ended, with its offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedBooking {
    /// The booking, as it is now.
    pub booking: DeskBooking,
    /// The offer; `None` if nothing was offered.
    pub offer: Option<ClosureOffer>,
    /// Whether a message about the offers of the closure was sent to the player.
    pub is_told: bool,
    /// Whether such a message waits to be sent.
    pub is_to_be_told: bool,
}

impl ClosureOffers<'_> {
    /// Adds an open offer.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &NewOffer) -> Result<(), StoreError> {
        let params = params![new.order.value(), new.closure.0, new.customer.0, new.open_until, new.now];
        self.0.run(sql!("closure_offer/add"), params).await.map(drop)
    }

    /// The offer for a booking whose court was closed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, order: OrderNumber) -> Result<Option<ClosureOffer>, StoreError> {
        self.0
            .first(sql!("closure_offer/find"), params![order.value()])
            .await?
            .as_ref()
            .map(offer)
            .transpose()
    }

    /// What a player was offered because of one closure, the earliest game first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_player(
        &mut self,
        closure: BlockId,
        customer: CustomerId,
    ) -> Result<Vec<ClosureOffer>, StoreError> {
        let rows = self.0.all(sql!("closure_offer/list_of_player"), params![closure.0, customer.0]).await?;
        rows.iter().map(offer).collect()
    }

    /// All bookings that a closure ended, the earliest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_closure(&mut self, closure: BlockId) -> Result<Vec<ClosedBooking>, StoreError> {
        let rows = self.0.all(sql!("closure_offer/list_of_closure"), params![closure.0]).await?;
        rows.iter()
            .map(|row| {
                let has_offer = row.integer_or_null("offer_block_id")?.is_some();
                let offer = if has_offer { Some(joined_offer(row)?) } else { None };
                let (is_told, is_to_be_told) = (row.flag("is_told")?, row.flag("is_to_be_told")?);
                Ok(ClosedBooking { booking: booking(row)?, offer, is_told, is_to_be_told })
            })
            .collect()
    }

    /// Answers an offer; `false` if it was answered before.
    ///
    /// INVARIANT: an offer is answered once, even by concurrent answers (suite `offer_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn answer(
        &mut self,
        order: OrderNumber,
        answer: OfferAnswer,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![
            order.value(),
            answer.state.name(),
            now,
            answer.by.map(|staff| staff.0),
            answer.new_order.map(OrderNumber::value),
        ];
        Ok(self.0.run(sql!("closure_offer/answer"), params).await? == 1)
    }

    /// Whether the booking took the place of one whose court was closed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn is_new_booking(&mut self, order: OrderNumber) -> Result<bool, StoreError> {
        let found = self.0.first(sql!("closure_offer/is_new_booking"), params![order.value()]).await?;
        Ok(found.is_some())
    }

    /// Records that a member of staff called the player, in place of an earlier call; `false` if the order has no open offer.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn note_call(
        &mut self,
        order: OrderNumber,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("closure_offer/note_call"), params![order.value(), now, staff.0]).await? == 1)
    }

    /// The first `limit` open offers whose time ended by `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_expired(
        &mut self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ClosureOffer>, StoreError> {
        let rows = self.0.all(sql!("closure_offer/list_expired"), params![now, limit]).await?;
        rows.iter().map(offer).collect()
    }

    /// Stores the link of a player to the offers of a closure.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_link(
        &mut self,
        hash: &SecretHash,
        closure: BlockId,
        customer: CustomerId,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("closure_link/add"), params![hash.0, closure.0, customer.0]).await.map(drop)
    }

    /// The hashes of the links to the offers of a closure, by player.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_links(&mut self, closure: BlockId) -> Result<HashMap<CustomerId, Vec<u8>>, StoreError> {
        let rows = self.0.all(sql!("closure_link/list"), params![closure.0]).await?;
        let link =
            |row: &Row| Ok((CustomerId(row.integer("customer_id")?), row.bytes("token_hash")?.to_owned()));
        rows.iter().map(link).collect()
    }

    /// The closure and the player of a link.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_link(
        &mut self,
        hash: &SecretHash,
    ) -> Result<Option<(BlockId, CustomerId)>, StoreError> {
        let row = self.0.first(sql!("closure_link/find"), params![hash.0]).await?;
        row.map(|row| Ok((BlockId(row.integer("block_id")?), CustomerId(row.integer("customer_id")?))))
            .transpose()
    }
}

fn offer(row: &Row) -> Result<ClosureOffer, StoreError> {
    Ok(ClosureOffer {
        order: row.converted("order_number")?,
        closure: BlockId(row.integer("block_id")?),
        customer: CustomerId(row.integer("customer_id")?),
        state: row.parsed("state")?,
        open_until: row.instant("open_until")?,
        created_at: row.instant("created_at")?,
        answered_at: row.instant_or_null("answered_at")?,
        answered_by: row.integer_or_null("answered_by")?.map(StaffId),
        new_order: row.converted_or_null("new_order")?,
        called: row.instant_or_null("called_at")?.zip(row.integer_or_null("called_by")?.map(StaffId)),
    })
}

/// The offer of a row that is also a booking.
fn joined_offer(row: &Row) -> Result<ClosureOffer, StoreError> {
    Ok(ClosureOffer {
        order: row.converted("order_number")?,
        closure: BlockId(row.integer("offer_block_id")?),
        customer: CustomerId(row.integer("customer_id")?),
        state: row.parsed("offer_state")?,
        open_until: row.instant("open_until")?,
        created_at: row.instant("offered_at")?,
        answered_at: row.instant_or_null("answered_at")?,
        answered_by: row.integer_or_null("answered_by")?.map(StaffId),
        new_order: row.converted_or_null("new_order")?,
        called: row.instant_or_null("called_at")?.zip(row.integer_or_null("called_by")?.map(StaffId)),
    })
}

//! The link by which a player answers the offers of one closure without signing in.

use sideout_domain::{BlockId, CustomerId, order::OrderNumber};
use sideout_store::{ClosureOffers, Session, StoreError};

use super::find_offers::find_offer;
use crate::{
    App,
    platform::{secrets::Secrets, tokens::Token},
};

/// The token of the link of `customer` to the offers of `closure`. It is valid once it is stored.
pub(crate) fn closure_link(secrets: &Secrets, closure: BlockId, customer: CustomerId) -> Token {
    Token::closure_link(secrets, closure, customer)
}

/// Makes the link of a player to the offers of a closure valid. A repeated call has no further effect.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn store_link(
    tx: &mut dyn Session,
    token: &Token,
    (closure, customer): (BlockId, CustomerId),
) -> Result<(), StoreError> {
    ClosureOffers(tx).add_link(&token.hash(), closure, customer).await
}

/// Makes the link valid by which a signed-in player answers the offer for their booking `order`, and returns it; `None` if there is no
/// offer for it.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_own_link(
    app: &App,
    customer: CustomerId,
    order: OrderNumber,
) -> Result<Option<Token>, StoreError> {
    let found = find_offer(app, order).await?;
    let Some(offer) = found.filter(|offer| offer.customer == customer) else { return Ok(None) };
    let token = closure_link(&app.secrets, offer.closure, customer);
    let input = (token.clone(), (offer.closure, customer));
    app.store.write(input, |tx, (token, whose)| Box::pin(store_link(tx, token, *whose))).await?;
    Ok(Some(token))
}

//! Finds or adds the bill by which a payer pays through the provider, with the row of its provider order.

use sideout_domain::{BillId, bill::provider_reference};
use sideout_store::{Bills, Session, StoreError, bills::NewBill, payments::ProviderOrders};

/// The bill by which the orders of `new` are paid online for its amount: the one that exists, with the coupon and the end of `new` and with
/// `any_court`, or a new one. `None` if it is settled already, or another unit of work is adding it.
///
/// INVARIANT: the same orders and the same amounts have one bill (suite `one_provider_order`).
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_or_add_online_bill(
    tx: &mut dyn Session,
    new: &NewBill,
    any_court: bool,
) -> Result<Option<BillId>, StoreError> {
    let no_order = || StoreError::Corrupt("a payment is requested for no order".to_owned());
    let first = new.lines.iter().find_map(|line| line.order).ok_or_else(no_order)?;
    let reference = provider_reference(first, &new.lines, new.amount());
    if let Some(known) = ProviderOrders(tx).find_by_reference(&reference).await? {
        let changed = Bills(tx).change_coupon(known.bill, new.discount, new.coupon, new.open_until).await?;
        ProviderOrders(tx).set_any_court(known.bill, any_court).await?;
        return Ok(changed.then_some(known.bill));
    }
    let bill = Bills(tx).add(new).await?;
    Ok(ProviderOrders(tx).add(bill, &reference, any_court, new.created_at).await?.then_some(bill))
}

-- Recoveries::is_order_paid: whether an order or QR code that this database does not know was found, and had been paid by then.
select is_paid
  from recovered_order
 where provider_order_id = $1

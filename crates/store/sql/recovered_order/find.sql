-- Recoveries::is_order_paid: whether an order or QR code that this database does not know was found, and had been paid when a
-- recovery saw it last.
select is_paid
  from recovered_order
 where provider_order_id = $1

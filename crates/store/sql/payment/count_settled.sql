-- Payments::is_settled: whether a payment of this order at the provider ($2) has led to something.
select count(*)
  from payment
 where order_number = $1 and provider_order_id = $2 and outcome is not null

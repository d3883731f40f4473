-- Payments::is_settled: whether a payment of this provider order ($2) is settled.
select count(*) as count
  from payment
 where order_number = $1 and provider_order_id = $2 and outcome is not null

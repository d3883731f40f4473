-- Payments::is_settled: whether a payment of this bill and provider order ($2) is settled.
select count(*) as count
  from payment
 where bill_id = $1 and provider_order_id = $2 and outcome is not null

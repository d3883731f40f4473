-- Board::list_of_player: what a desk still takes for all bookings of a player at the venues in $2 (",1,2,"), in paise.
select cast(coalesce(sum(o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise), 0) as bigint) as due_paise
  from orders o
 where o.customer_id = $1 and o.confirmed_at is not null and {is_sold}
   and $2 like '%,' || cast(o.venue_id as text) || ',%'
   and o.price_paise - o.discount_paise - o.paid_paise + o.returned_paise > 0

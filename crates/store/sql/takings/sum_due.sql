-- Takings::sum_due: what the bookings of a venue's day still owe.
select count(*) as bookings,
       cast(coalesce(sum(price_paise - discount_paise - paid_paise + returned_paise), 0) as bigint) as due_paise
  from orders
 where venue_id = $1 and venue_day = $2 and confirmed_at is not null
   and (status = 'confirmed' or status = 'no_show' or status = 'completed')
   and price_paise - discount_paise - paid_paise + returned_paise > 0

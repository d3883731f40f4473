-- VenueDays::list_displacing_closures: for each closure, the bookings of a venue's day that it ended, and of how many money goes back
-- because of it, through this program or outside of it. What went back because a booking had been moved to cheaper hours before does not
-- count, and neither does a game that its player got back at its court and hour.
select o.block_id, block.reason, cast(count(*) as bigint) as bookings,
       cast(sum(case when exists (select 1 from refund r
                                   where r.order_number = o.order_number and r.reason = 'venue_closed')
                           or {goes_back_elsewhere} then 1 else 0 end)
            as bigint) as paid_back,
       min(o.starts_at) as starts_at, max(o.starts_at) as last_starts_at,
       cast(count(distinct o.court_id) as bigint) as courts
  from orders o
  join court_block block on block.block_id = o.block_id
  left join closure_offer offer on offer.order_number = o.order_number
 where o.venue_id = $1 and o.venue_day = $2 and o.confirmed_at is not null and o.block_id is not null
   and not exists (select 1
                     from orders back
                    where back.order_number = offer.new_order and back.court_id = o.court_id and back.starts_at = o.starts_at)
 group by o.block_id, block.reason
 order by min(o.starts_at), o.block_id

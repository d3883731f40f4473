-- Combined::hold: ends the customer's other hold, claims the court, counts the customer's holds that expired there, and writes
-- the order. $1 to $14 are those of orders/add ($13 is the current time), $15 is the end of the claim; no order is written
-- if $17 of these holds count, as orders/count_expired counts them: its $4 and $5 are $16 and $18. Nothing is changed if the
-- customer's hold is on this very slot.
-- A change that reads the count of another one runs after it.
with earlier as (
  select order_number, court_id, starts_at, held_until, venue_id, venue_day, start_minute,
         coalesce(slot_minutes, play_minutes) as slot_minutes
    from orders
   where customer_id = $2 and status = 'held' and hold_place = 0
), freed as (
  delete from slot_claim claim
   using earlier
   where claim.court_id = earlier.court_id and claim.starts_at = earlier.starts_at
     and claim.order_number = earlier.order_number and claim.held_until is not null
     and (earlier.court_id, earlier.starts_at) <> ($4, $5)
  returning claim.order_number
), closed as (
  update orders
     set status = case when earlier.held_until > $13 then 'released' else 'expired' end, held_until = null,
         version = orders.version + 1
    from earlier
   where orders.order_number = earlier.order_number and orders.status = 'held'
     and (earlier.court_id, earlier.starts_at) <> ($4, $5)
     and (select count(*) from freed) >= 0
  returning orders.order_number
), claimed as (
  insert into slot_claim (court_id, starts_at, ends_at, order_number, held_until)
  select cast($4 as bigint), cast($5 as bigint), cast($15 as bigint), cast($1 as bigint), cast($12 as bigint)
   where not exists (select from earlier where (earlier.court_id, earlier.starts_at) = ($4, $5))
     and (select count(*) from closed) >= 0
  on conflict (court_id, starts_at) do update
     set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until,
         ends_at = excluded.ends_at
   where slot_claim.held_until is not null and slot_claim.held_until <= $13
  returning order_number
), expired_hold as (
  select o.created_at,
         coalesce((select max(bill.open_until)
                     from bill_line line
                     join bill on bill.bill_id = line.bill_id
                    where line.order_number = o.order_number), o.created_at + $18) as ended_at
    from orders o
   where o.customer_id = $2 and o.court_id = $4 and o.starts_at = $5 and o.status = 'expired' and o.hold_closed_at is null
), expired as (
  select count(*) as holds
    from expired_hold
   where ended_at > $16 - coalesce((select max(latest.ended_at - latest.created_at)
                                      from expired_hold latest
                                     where latest.ended_at > $16), $18)
), added as (
  insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                      status, price_paise, discount_paise, paid_paise, cancel_cutoff_minutes, bank_charge_paise,
                      held_until, created_at, slot_minutes)
  select claimed.order_number, cast($2 as bigint), cast($3 as bigint), cast($4 as bigint), cast($5 as bigint),
         cast($6 as text), cast($7 as bigint), cast($8 as bigint), 'held', cast($9 as bigint), 0, 0, cast($10 as bigint),
         cast($11 as bigint), cast($12 as bigint), cast($13 as bigint), cast($14 as bigint)
    from claimed, expired
   where expired.holds < $17
  on conflict do nothing
  returning order_number
)
select earlier.order_number, earlier.court_id, earlier.starts_at, earlier.held_until, earlier.venue_id, earlier.venue_day,
       earlier.start_minute, earlier.slot_minutes,
       (select count(*) from closed) as closed, (select count(*) from claimed) as claimed, expired.holds as expired,
       (select count(*) from added) as added,
       (select count(*)
          from bill_line line
          join provider_order paid on paid.bill_id = line.bill_id
         where line.order_number = earlier.order_number) as requested
  from expired
  left join earlier on true

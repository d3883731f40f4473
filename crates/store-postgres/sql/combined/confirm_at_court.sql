-- Combined::confirm_at_court: confirms the claim of the held order $1 of customer $2 and, unless $4 bookings are unpaid
-- already or $5 games were missed and not forgiven (0: no limit; counted as in parts/strikes), writes the booking, its
-- lines in the ledger and its messages. $3 is the current time, $6 the reminder's lead in ms (0: no reminder).
with held as (
  select order_number, court_id, starts_at
    from orders
   where order_number = $1 and customer_id = $2 and status = 'held'
), claimed as (
  update slot_claim claim
     set held_until = null
    from held
   where claim.court_id = held.court_id and claim.starts_at = held.starts_at
     and claim.order_number = held.order_number and claim.held_until > $3
  returning claim.order_number
), unpaid as (
  select count(*) as games
    from orders
   where customer_id = $2 and status = 'confirmed' and payment_method = 'court' and paid_paise = 0
     and price_paise > discount_paise and starts_at > $3
), missed as (
  select (select count(*)
            from orders
           where customer_id = $2 and status = 'no_show'
             and not exists (select from forgiven_no_show forgiven where forgiven.order_number = orders.order_number))
         + (select count(distinct former.missed_at * 1000 + former.place)
              from former_strike former
             where former.customer_id = $2 and former.kept_until > $3 and former.forgiven_at is null) as games
), booked as (
  update orders
     set status = 'confirmed', held_until = null, confirmed_at = $3, payment_method = 'court', discount_paise = 0,
         coupon_id = null, version = orders.version + 1
    from claimed, unpaid, missed
   where orders.order_number = claimed.order_number and orders.status = 'held'
     and unpaid.games < $4 and ($5 = 0 or missed.games < $5)
  returning orders.order_number, orders.customer_id, orders.starts_at, orders.price_paise
), posted as (
  insert into ledger_posting (entry, account, event, order_number, payment_id, amount_paise, happened_at)
  select 'booked.' || booked.order_number, line.account, 'booked', booked.order_number, null,
         line.side * booked.price_paise, cast($3 as bigint)
    from booked, (values ('players', 1), ('bookings', -1)) as line (account, side)
   where booked.price_paise <> 0
  on conflict (entry, account) do nothing
  returning entry
), stored as (
  insert into outbox (message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at, created_at)
  select message.about || '.' || message.notice || '.' || channel.name, message.notice, channel.name, booked.customer_id,
         booked.order_number, null, 0, message.due, cast($3 as bigint)
    from booked,
         lateral (
           values (cast(booked.order_number as text), 'confirmed', cast($3 as bigint)),
                  (booked.order_number || '-' || booked.starts_at / 1000, 'reminder',
                   booked.starts_at - cast($6 as bigint))
         ) as message (about, notice, due),
         (values ('text'), ('mail')) as channel (name)
   where message.notice = 'confirmed' or ($6 > 0 and message.due > $3)
  on conflict (message_key) do nothing
  returning message_key
)
select (select count(*) from claimed) as claimed, unpaid.games as unpaid, missed.games as missed,
       (select count(*) from booked) as booked, (select count(*) from posted) as posted,
       (select count(*) from stored) as stored
  from unpaid, missed

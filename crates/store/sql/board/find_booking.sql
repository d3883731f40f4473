-- Board::find_booking: a booking in detail; $2 is the current time. No row for an order that never was a booking. A reminder for
-- an earlier time of a moved booking is not found, because its key names the start, in seconds. The booking in place of one that
-- lost its court was made by the player, or by the member of staff who answered for them; the column booked_by is that of the lost
-- one.
select {board_columns}, o.moves, o.confirmed_at, o.cancel_reason, o.cancelled_by,
       case when chosen.order_number is null then o.booked_by else chosen.answered_by end as booked_by,
       o.cancel_cutoff_minutes, o.bank_charge_paise,
       (select offer.state from closure_offer offer where offer.order_number = o.order_number) as offer_state,
       coupon.code as coupon_code, a.staff_id as attendance_by, a.at as attendance_changed_at,
       case when a.latest_at > a.at then a.latest_at else a.at end as attendance_latest_at,
       (select count(*)
          from orders game
         where game.customer_id = o.customer_id and game.starts_at <= $2
           and (game.status = 'completed' or game.status = 'confirmed')
           and not exists (select 1 from attendance missed
                            where missed.order_number = game.order_number and missed.state = 'absent')) as games,
       (select count(*) from orders game where game.customer_id = o.customer_id and game.status = 'no_show') as no_shows,
       coalesce(
         (select reminder.ended_at from outbox reminder
           where reminder.outcome = 'sent'
             and reminder.message_key = o.order_number || '-' || (o.starts_at / 1000) || '.reminder.text'),
         (select reminder.ended_at from outbox reminder
           where reminder.outcome = 'sent'
             and reminder.message_key = o.order_number || '-' || (o.starts_at / 1000) || '.reminder.mail')) as reminded_at
  from {board_joined}
  left join coupon on coupon.coupon_id = o.coupon_id
  left join closure_offer chosen on chosen.new_order = o.order_number
 where o.order_number = $1 and o.confirmed_at is not null

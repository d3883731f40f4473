-- Takings::list_refunds: refunds that a venue's desk may still pay out, and those that it paid out from $2 to before $3, with
-- those that failed at the provider and were settled another way; the newest first. A desk pays out what it took and what goes
-- back for a game at its venue now; any desk does if both venues were retired, as `pay_out_refund` says.
select {refund_columns}, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day, o.start_minute
  from (select owed.refund_id
          from refund owed
          join desk_payment d on d.desk_payment_id = owed.desk_payment_id
          join orders game on game.order_number = owed.order_number
         where owed.method <> 'provider' and owed.status = 'approved'
           and (d.venue_id = $1 or game.venue_id = $1
                or not exists (select 1
                                 from venue
                                where venue.venue_id in (d.venue_id, game.venue_id) and venue.active = 1))
        union all
        select paid.refund_id
          from desk_shift s
          join refund paid on paid.shift_id = s.shift_id
         where s.venue_id = $1 and (s.counted_at is null or s.counted_at >= $2) and s.opened_at < $3
           and paid.ended_at >= $2 and paid.ended_at < $3
        union all
        select settled.refund_id
          from refund settled
          join orders game on game.order_number = settled.order_number
         where settled.status = 'processed' and settled.ended_at >= $2 and settled.ended_at < $3
           and settled.payment_id is not null and settled.method <> 'provider' and settled.shift_id is null
           and game.venue_id = $1) listed
  join refund on refund.refund_id = listed.refund_id
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 order by refund.approved_at desc, refund.refund_id desc

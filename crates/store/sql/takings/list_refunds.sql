-- Takings::list_refunds: refunds that a venue's desk still has to pay out, and those that it paid out from $2 to before $3,
-- with those that failed at the provider and were settled another way; the newest first.
select {refund_columns}, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day, o.start_minute
  from (select owed.refund_id
          from refund owed
         where owed.method <> 'provider' and owed.status = 'approved'
        union all
        select paid.refund_id
          from desk_shift s
          join refund paid on paid.shift_id = s.shift_id
         where s.venue_id = $1 and (s.counted_at is null or s.counted_at >= $2) and s.opened_at < $3
           and paid.ended_at >= $2 and paid.ended_at < $3
        union all
        select settled.refund_id
          from refund settled
         where settled.status = 'processed' and settled.ended_at >= $2 and settled.ended_at < $3
           and settled.payment_id is not null and settled.method <> 'provider' and settled.shift_id is null) listed
  join refund on refund.refund_id = listed.refund_id
  left join desk_payment d on d.desk_payment_id = refund.desk_payment_id
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where coalesce(d.venue_id, o.venue_id) = $1
 order by refund.approved_at desc, refund.refund_id desc

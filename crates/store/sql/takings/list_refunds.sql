-- Takings::list_refunds: refunds that a venue's desk still has to pay out, and those that it paid out from $2 to before $3; the
-- newest first.
select {refund_columns}, d.venue_id, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day,
       o.start_minute
  from refund
  join desk_payment d on d.desk_payment_id = refund.desk_payment_id
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where d.venue_id = $1 and refund.method <> 'provider'
   and (refund.status = 'approved' or (refund.ended_at >= $2 and refund.ended_at < $3))
 order by refund.approved_at desc, refund.refund_id desc

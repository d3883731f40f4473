-- Takings::list_qr_refunds: money of the QR codes of a venue's desk that the provider was asked to send back from $2 to before $3, the
-- newest first.
select {refund_columns}, q.staff_id, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day,
       o.start_minute
  from (select distinct issued.refund_id
          from ledger_posting l
          join refund issued on issued.bill_id = l.bill_id and issued.payment_id = l.payment_id
         where l.happened_at >= $2 and l.happened_at < $3 and l.account = 'provider' and l.event = 'refund_issued') listed
  join refund on refund.refund_id = listed.refund_id
  join desk_qr q on q.bill_id = refund.bill_id
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where q.venue_id = $1 and refund.issued_at >= $2 and refund.issued_at < $3
 order by refund.issued_at desc, refund.refund_id desc

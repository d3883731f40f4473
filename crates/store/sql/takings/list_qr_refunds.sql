-- Takings::list_qr_refunds: money of the QR codes of a venue's desk that the provider was asked to send back from $2 to
-- before $3, the newest first; without those that the provider could not send. The ledger is the table with an index by
-- time; its entry names the refund and the attempt.
select {refund_columns}, q.staff_id, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day,
       o.start_minute
  from ledger_posting l
  join desk_qr q on q.bill_id = l.bill_id
  join refund on refund.bill_id = l.bill_id
             and l.entry = 'refund_issued.refund-' || cast(refund.refund_id as text) || '.' || cast(refund.attempt as text)
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where l.happened_at >= $2 and l.happened_at < $3 and l.account = 'provider' and l.event = 'refund_issued' and q.venue_id = $1
   and refund.status <> 'failed'
 order by refund.issued_at desc, refund.refund_id desc

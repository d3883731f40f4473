-- Audit::list_subjects_of_booking: what entries about a booking are about, beside the booking itself. The refund of a whole
-- payment is one of each booking that the payment was for.
select 'payment' as kind, cast(p.desk_payment_id as text) as id
  from bill_line l join desk_payment p on p.bill_id = l.bill_id
 where l.order_number = $1
union all
select 'bill' as kind, cast(l.bill_id as text) as id from bill_line l where l.order_number = $1
union all
select 'qr' as kind, cast(l.bill_id as text) as id from bill_line l where l.order_number = $1
union all
select 'refund' as kind, cast(refund_id as text) as id from refund where order_number = $1
union all
select 'refund' as kind, cast(whole.refund_id as text) as id
  from bill_line l join refund whole on whole.bill_id = l.bill_id
 where l.order_number = $1 and whole.about like 'payment.%'
union all
select 'message' as kind, m.message_key as id
  from orders o join outbox m on m.customer_id = o.customer_id and m.order_number = o.order_number
 where o.order_number = $1

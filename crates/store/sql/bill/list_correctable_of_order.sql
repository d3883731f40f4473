-- Board::find_booking: which payments of a booking can still be voided, and whose receipts can be made out to a firm: as
-- Receipts::lock_whole decides it, nothing of the payment went back.
select l.bill_id, case when {can_void} then 1 else 0 end as can_void,
       case when d.voided_at is null and d.refunded_paise = 0 and {has_tax_invoice} then 1 else 0 end as can_invoice
  from bill_line l
  join desk_payment d on d.bill_id = l.bill_id
 where l.order_number = $1
union all
select l.bill_id, 0, case when d.refunded_paise = 0 and {has_tax_invoice} then 1 else 0 end
  from bill_line l
  join desk_qr q on q.bill_id = l.bill_id
  join payment d on d.bill_id = l.bill_id and d.outcome = 'confirmed'
 where l.order_number = $1

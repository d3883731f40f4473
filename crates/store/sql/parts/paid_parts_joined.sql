-- The parts of orders with their payments; used with parts/paid_part_columns.
bill_line l
  join bill b on b.bill_id = l.bill_id
  left join payment on payment.bill_id = b.bill_id and payment.outcome = 'confirmed'
  left join desk_payment d on d.bill_id = b.bill_id and d.voided_at is null
  left join desk_qr q on q.bill_id = b.bill_id

-- PlayerExports::read: money that a desk took for the orders of the account. The payer is left out: it may be another person.
select distinct paid.bill_id as bill, paid.tender, paid.amount_paise, paid.refunded_paise,
       case when length(paid.reference) > 4 then substr(paid.reference, length(paid.reference) - 3)
            else paid.reference end as reference_ends_in, paid.taken_at, paid.voided_at, paid.void_reason
  from orders o
  join bill_line line on line.order_number = o.order_number
  join desk_payment paid on paid.bill_id = line.bill_id
 where o.customer_id = $1
 order by paid.taken_at, paid.bill_id

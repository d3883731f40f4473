-- PlayerErasures::erase: removes what staff wrote about refunds for the games of the account that were settled another
-- way or went back twice. The voucher stays as it was printed.
update refund
   set reference = null, note = null, explanation = case when explanation is null then null else '' end
 where bill_id in (select line.bill_id
                     from orders o
                     join bill_line line on line.order_number = o.order_number
                    where o.customer_id = $1)
   and (reference is not null or note is not null or explanation is not null)

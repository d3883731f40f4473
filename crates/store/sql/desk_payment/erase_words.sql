-- PlayerErasures::erase: removes who paid at the desk for the games of the account, the references that staff typed, and the
-- reasons with which payments were voided.
update desk_payment
   set payer = null, reference = null, void_reason = case when void_reason is null then null else '' end
 where bill_id in (select line.bill_id
                     from orders o
                     join bill_line line on line.order_number = o.order_number
                    where o.customer_id = $1)
   and (payer is not null or reference is not null or void_reason is not null)

-- PlayerErasures::erase: removes who paid for the games of the account.
update bill
   set payer_name = null
 where bill_id in (select line.bill_id
                     from orders o
                     join bill_line line on line.order_number = o.order_number
                    where o.customer_id = $1)
   and payer_name is not null

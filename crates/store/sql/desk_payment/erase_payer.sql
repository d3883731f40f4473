-- PlayerErasures::erase: who paid at the desk for the games of the account. The receipt keeps what is printed on it.
update desk_payment
   set payer = null
 where bill_id in (select line.bill_id
                     from orders o
                     join bill_line line on line.order_number = o.order_number
                    where o.customer_id = $1)
   and payer is not null

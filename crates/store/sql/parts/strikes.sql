-- The games that the customer $1 has missed and that were not forgiven.
(select count(*) from orders o
         where o.customer_id = $1 and o.status = 'no_show'
           and not exists (select 1 from forgiven_no_show f where f.order_number = o.order_number))

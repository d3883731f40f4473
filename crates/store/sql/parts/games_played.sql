-- The number of games that the customer $1 has played up to $2.
(select count(*) from orders o
         where o.customer_id = $1
           and (o.status = 'completed'
                or (o.status = 'confirmed' and o.starts_at <= $2
                    and not exists (select 1 from attendance a where a.order_number = o.order_number and a.state = 'absent'))))

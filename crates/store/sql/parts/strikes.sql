-- The games that the customer $1 has missed and that were not forgiven, with those of their numbers before the data were erased that still
-- count at $2 and were not forgiven. Two numbers of one person may both have the same game.
((select count(*) from orders o
         where o.customer_id = $1 and o.status = 'no_show'
           and not exists (select 1 from forgiven_no_show f where f.order_number = o.order_number))
        + (select count(distinct former.missed_at * 1000 + former.place)
             from former_strike former
            where former.customer_id = $1 and former.kept_until > $2 and former.forgiven_at is null))

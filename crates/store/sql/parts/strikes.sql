-- The number of games that the customer $1 has missed and that were not forgiven, including games from before an erasure that
-- still count at $2. Such a game is stored under each number that the player had, and counts once: its start in milliseconds
-- times 1000 plus its place among games with the same start is one number for it. Places begin with 0, and a player has far
-- fewer than 1000 games with one start.
((select count(*) from orders o
         where o.customer_id = $1 and o.status = 'no_show'
           and not exists (select 1 from forgiven_no_show f where f.order_number = o.order_number))
        + (select count(distinct former.missed_at * 1000 + former.place)
             from former_strike former
            where former.customer_id = $1 and former.kept_until > $2 and former.forgiven_at is null))

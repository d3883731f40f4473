-- Whether a booking `o` is the first one of its player, cancelled ones included.
not exists (select 1
                     from orders earlier
                    where earlier.customer_id = o.customer_id and earlier.confirmed_at < o.confirmed_at)

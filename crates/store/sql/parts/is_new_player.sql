-- Whether a booking `o` is the first one of its player, cancelled ones included. A booking whose game was moved because of a
-- closure does not count; the one in its place does.
not exists (select 1
                     from orders earlier
                    where earlier.customer_id = o.customer_id and earlier.confirmed_at < o.confirmed_at
                      and not exists (select 1
                                        from closure_offer moved
                                       where moved.order_number = earlier.order_number and moved.new_order is not null))

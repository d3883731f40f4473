-- How a booking `o` was made: the place, from 0, of a `BookedHow` in its list of all.
case when o.booked_by is not null then 2
            when o.payment_method = 'online' then 0
            else 1 end

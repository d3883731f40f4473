-- How a booking `o` was made: a `BookedHow` of the domain.
case when o.booked_by is not null then 'desk'
            when o.payment_method = 'online' then 'app_online'
            else 'app_court' end

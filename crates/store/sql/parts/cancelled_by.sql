-- Who ended a booking `o`: a `CancelledBy` of the domain.
case when o.block_id is not null then 'venue'
            when o.cancelled_by is not null then 'desk'
            else 'player' end

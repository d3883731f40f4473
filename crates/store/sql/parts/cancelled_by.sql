-- Who cancelled a booking `o`: a `CancelledBy` of the domain. Only for a booking that is cancelled (`is_cancelled`).
case when o.block_id is not null then 'venue'
            when o.cancelled_by is not null then 'desk'
            else 'player' end

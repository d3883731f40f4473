-- A closure with what became of it. Read by `closure` in closures.rs. It blocked time if it has a block, if the desk opened it again, if
-- a court of its bookings is for sale, or if it ended no booking, as it is not written if it did neither. On retired courts nothing
-- is blocked.
block.block_id, block.venue_id, block.reason, block.cause, block.staff_id, block.created_at, block.starts_at, block.ends_at,
       (select count(*) from slot_claim c where c.block_id = block.block_id and c.held_until is null) as slots,
       (select count(distinct c.court_id) from slot_claim c where c.block_id = block.block_id and c.held_until is null) as courts,
       (select max(c.ends_at) from slot_claim c where c.block_id = block.block_id and c.held_until is null) as blocked_until,
       (select count(*) from orders o where o.block_id = block.block_id) as ended_bookings,
       case when exists (select 1 from slot_claim c where c.block_id = block.block_id and c.held_until is null)
              or exists (select 1 from audit_entry entry
                          where entry.subject_kind = 'closure' and entry.subject_id = cast(block.block_id as text)
                            and entry.verb = 'closure.reopened')
              or exists (select 1
                           from orders o
                           join court on court.court_id = o.court_id
                           join venue on venue.venue_id = court.venue_id
                          where o.block_id = block.block_id and court.active * venue.active = 1)
              or not exists (select 1 from orders o where o.block_id = block.block_id)
            then 1 else 0 end as has_blocked_time,
       (select count(*) from closure_offer offer where offer.block_id = block.block_id) as offers,
       (select count(*) from closure_offer offer where offer.block_id = block.block_id and offer.state = 'open') as open_offers

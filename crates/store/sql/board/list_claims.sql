-- Board::read: the holds, desk holds and closures of a venue that start from $2 to before $3, expired ones
-- included. Claims of bookings are left out.
select claim.court_id, claim.starts_at, claim.ends_at, claim.held_until, claim.block_id, block.kind, block.reason,
       block.staff_id,
       (select held.created_at from orders held where held.order_number = claim.order_number) as held_since,
       exists (select 1
                 from bill_line line
                 join bill on bill.bill_id = line.bill_id
                where line.order_number = claim.order_number and bill.state = 'open' and bill.method = 'provider') as is_paying
  from court
  join slot_claim claim on claim.court_id = court.court_id
  left join court_block block on block.block_id = claim.block_id
 where court.venue_id = $1 and claim.starts_at >= $2 and claim.starts_at < $3
   and (claim.held_until is not null or claim.block_id is not null)
 order by claim.court_id, claim.starts_at

-- Claims::take_firm: a court for an order that is paid: its own hold, live or run out ($4 is now), a free court, or one
-- whose hold ran out. No row touched: somebody else has it.
insert into slot_claim (court_id, starts_at, order_number) values ($1, $2, $3)
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = null
 where slot_claim.held_until is not null
   and (slot_claim.order_number = excluded.order_number or slot_claim.held_until <= $4)

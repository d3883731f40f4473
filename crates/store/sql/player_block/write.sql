-- PlayerBlocks::write: blocks a customer, or changes reason and end of the block.
insert into player_block (customer_id, reason, last_day, until, staff_id, at)
values ($1, $2, $3, $4, $5, $6)
on conflict (customer_id) do update
   set reason = excluded.reason, last_day = excluded.last_day, until = excluded.until, staff_id = excluded.staff_id,
       at = excluded.at

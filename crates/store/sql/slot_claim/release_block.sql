-- Claims::release_block: frees the court if this desk hold still keeps it, and still ends at $4 (null: any end).
delete from slot_claim
 where court_id = $1 and starts_at = $2 and block_id = $3 and held_until is not null
   and (cast($4 as bigint) is null or held_until = $4)

-- Claims::release_hold: frees the court if it is only held; a booking stays.
delete from slot_claim
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until is not null

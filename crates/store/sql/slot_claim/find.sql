-- Closures::find_claimant: who has this court now; only to know what to take back before it is blocked.
select order_number, held_until
  from slot_claim
 where court_id = $1 and starts_at = $2

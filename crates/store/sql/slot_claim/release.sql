-- Claims::release, ImportedBookings::add_all: frees the court if this order still claims it.
delete from slot_claim
 where court_id = $1 and starts_at = $2 and order_number = $3

-- Customers::give_belongings: the notes about a guest without a number become notes about the customer $2; removed ones
-- stay notes about the guest.
update player_note set customer_id = $2 where customer_id = $1 and removed_at is null

-- Bills::settle, Bills::add_settled: the bill is paid, once. An order that was ended can still be booked by late money, so a void bill
-- may be settled. No row changed: it was settled before.
update bill
   set state = 'settled', method = $2, settled_at = $3
 where bill_id = $1 and state <> 'settled'

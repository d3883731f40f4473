-- DeskQrs::claim_close: claims until $3 the request to close the code that was due at $2. No row changed: it is not due at $2 any more.
update desk_qr
   set next_close_at = $3
 where bill_id = $1 and next_close_at = $2

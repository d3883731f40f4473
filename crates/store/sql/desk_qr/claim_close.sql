-- DeskQrs::claim_close: one node sends the provider the request to close the code that was due at $2, until $3. No row
-- changed: another node has claimed it, or it was paid or ended.
update desk_qr
   set next_close_at = $3
 where bill_id = $1 and next_close_at = $2

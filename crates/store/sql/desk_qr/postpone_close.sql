-- DeskQrs::postpone_close: the provider did not answer the call claimed until $2; the next call is at $3. No row changed:
-- another node has taken over, or it was paid.
update desk_qr
   set next_close_at = $3, failed_closes = failed_closes + 1
 where bill_id = $1 and next_close_at = $2

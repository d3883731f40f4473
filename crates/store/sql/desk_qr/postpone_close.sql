-- DeskQrs::postpone_close: the closing that was claimed until $2 failed; the next attempt is at $3. No row changed: it is not
-- claimed until $2 any more.
update desk_qr
   set next_close_at = $3, failed_closes = failed_closes + 1
 where bill_id = $1 and next_close_at = $2

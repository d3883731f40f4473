-- DeskQrs::end_close: no request to close the code is due any more. No row changed: it is open.
update desk_qr
   set next_close_at = null, failed_closes = 0
 where bill_id = $1 and state <> 'open'

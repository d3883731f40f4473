-- DeskQrs::end_close: the provider has closed the code, or has none.
update desk_qr
   set next_close_at = null, failed_closes = 0
 where bill_id = $1 and state <> 'open'

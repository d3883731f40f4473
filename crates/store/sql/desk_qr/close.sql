-- DeskQrs::close: this code requests no payment any more; requests to close it are sent to the provider from $2 on. No row
-- changed: it is paid or closed.
update desk_qr
   set state = 'closed', ended_at = $2, next_close_at = $2
 where bill_id = $1 and state = 'open'

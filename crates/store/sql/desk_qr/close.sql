-- DeskQrs::close: closes the code; a request to close it at the provider is due at $2. No row changed: it is paid or closed.
update desk_qr
   set state = 'closed', ended_at = $2, next_close_at = $2
 where bill_id = $1 and state = 'open'

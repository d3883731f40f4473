-- DeskQrs::mark_paid: its payment settled the bill. The provider has closed it by itself, as it does after one payment.
update desk_qr
   set state = 'paid', ended_at = $2, next_close_at = null
 where bill_id = $1

-- DeskQrs::record: what the provider shows of the code.
update desk_qr
   set content = $2, image_url = $3
 where bill_id = $1

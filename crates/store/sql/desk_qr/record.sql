-- DeskQrs::record: stores the content and the image of the code that the provider created.
update desk_qr
   set content = $2, image_url = $3
 where bill_id = $1

-- Customers::update_image: swaps the avatar's key for a new one. No row touched: another upload was quicker.
update customer
   set image_key = $2, updated_at = $4
 where customer_id = $1 and coalesce(image_key, '') = $3

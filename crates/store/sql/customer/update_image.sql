-- Customers::update_image: replaces the key of the avatar. No row changed: the key is not $3 any more, or the account was
-- merged or is locked.
update customer
   set image_key = $2, updated_at = $4
 where customer_id = $1 and coalesce(image_key, '') = $3 and merged_into is null and erase_at is null

-- Customers::find_state: one account, and whether it was merged, is locked or was erased.
select customer_id, phone, full_name, email, origin, image_key, merged_into, erase_at, erase_asked_at, erase_asked_by, erased_at
  from customer
 where customer_id = $1

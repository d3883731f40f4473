-- Customers::find_state: whether an account was merged, locked or erased, and what merging and erasing need to know
-- of it.
select customer_id, phone, full_name, email, origin, image_key, merged_into, erase_at, erase_asked_at, erase_asked_by, erased_at
  from customer
 where customer_id = $1

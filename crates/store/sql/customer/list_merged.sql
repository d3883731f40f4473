-- Customers::list_merged: the accounts that were merged into this one, in the order of the merges.
select customer_id, phone, full_name, email, image_key
  from customer
 where merged_into = $1
 order by merged_at, customer_id

-- PlayerMerges::merge: the number of the account $1 leads to the account $2. The password of $1 is removed. No row
-- changed: both are the same account, one of them was merged, is or will be erased, or has no number; or $1 has a
-- password and $2 is a guest, who has none.
update customer
   set merged_into = $2, merged_at = $3, password_hash = '', searched_name = full_name, updated_at = $3
 where customer_id = $1 and customer_id <> $2 and merged_into is null and erase_at is null and phone is not null
   and exists (select 1
                 from customer kept
                where kept.customer_id = $2 and kept.merged_into is null and kept.erase_at is null and kept.phone is not null
                  and (kept.origin = 'app' or customer.origin = 'desk'))

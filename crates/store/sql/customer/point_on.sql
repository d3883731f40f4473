-- PlayerMerges::point_on: the account $1 becomes a number of the account $2. Its own password is gone. No row changed: one of the two is the
-- other, was merged, is or will be erased, or has no number; or an account with a password would end in a guest, who has none.
update customer
   set merged_into = $2, merged_at = $3, password_hash = '', searched_name = full_name, updated_at = $3
 where customer_id = $1 and customer_id <> $2 and merged_into is null and erase_at is null and phone is not null
   and exists (select 1
                 from customer kept
                where kept.customer_id = $2 and kept.merged_into is null and kept.erase_at is null and kept.phone is not null
                  and (kept.origin = 'app' or customer.origin = 'desk'))

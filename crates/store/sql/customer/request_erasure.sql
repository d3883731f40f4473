-- PlayerErasures::request: locks the account $1 and those that were merged into it; their data are erased from $2 on. No
-- row changed: it is locked or erased. `searched_name` keeps the job from writing the words of its name again.
update customer
   set erase_at = $2, erase_asked_at = $3, erase_asked_by = $4, searched_name = full_name, updated_at = $3
 where erase_at is null
   and customer_id in (select kept.customer_id from customer kept where kept.customer_id = $1
                       union all
                       select gone.customer_id from customer gone where gone.merged_into = $1)

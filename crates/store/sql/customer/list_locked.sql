-- PlayerErasures::list: accounts that are locked until they are erased, the next one first; without those that were
-- merged into others.
select customer_id, full_name, phone, erase_at, erase_asked_at, erase_asked_by
  from customer
 where erase_at is not null and erased_at is null and merged_into is null
 order by erase_at, customer_id
 limit $1

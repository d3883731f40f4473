-- PlayerErasures::list_due: accounts that are due to be erased at $1, after the account $2.
select customer_id
  from customer
 where erase_at is not null and erased_at is null and erase_at <= $1 and customer_id > $2 and merged_into is null
 order by customer_id
 limit $3

-- Customers::list_without_words: customers whose words in customer_word are missing or of an earlier name. Merged and locked
-- accounts have none.
select customer_id, full_name
  from customer
 where coalesce(searched_name, '') <> full_name and merged_into is null and erase_at is null
 order by customer_id
 limit $1

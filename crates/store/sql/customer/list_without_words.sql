-- Customers::list_without_words: customers whose words in customer_word are missing or of an earlier name.
select customer_id, full_name
  from customer
 where coalesce(searched_name, '') <> full_name
 order by customer_id
 limit $1

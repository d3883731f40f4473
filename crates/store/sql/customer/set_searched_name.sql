-- Customers::write_words: records the name that the words in customer_word are taken from. No row changed: the customer has
-- another name by now, or the account was merged or is locked.
update customer set searched_name = $2
 where customer_id = $1 and full_name = $2 and merged_into is null and erase_at is null

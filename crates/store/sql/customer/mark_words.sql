-- Customers::write_words: records the name that the words in customer_word were taken from. No row: the name was changed
-- meanwhile.
update customer set searched_name = $2 where customer_id = $1 and full_name = $2

-- Customers::write_words: whose name the words in customer_word are. No row: the name was changed meanwhile.
update customer set searched_name = $2 where customer_id = $1 and full_name = $2

-- Customers::write_words: the words of an earlier name.
delete from customer_word where customer_id = $1

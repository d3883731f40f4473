-- Customers::write_words, Customers::give_belongings, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge:
-- removes the words of the name of a customer.
delete from customer_word where customer_id = $1

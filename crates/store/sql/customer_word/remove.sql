-- Customers::write_words, Customers::give_belongings, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge: removes
-- the words of an earlier name, or of an account that searches no longer find.
delete from customer_word where customer_id = $1

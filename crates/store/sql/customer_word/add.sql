-- Customers::write_words: one word of a name.
insert into customer_word (word, customer_id) values ($1, $2)
on conflict do nothing

-- Customers::have_common_word: the word after the first $3 from $1 to before $2. No row: there are no more.
select word
  from customer_word
 where word >= $1 and word < $2
 order by word, customer_id
 limit 1 offset $3

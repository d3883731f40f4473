-- ClosureOffers::add_link: the link of a player to the offers of one closure. A link made with an earlier key is replaced.
insert into closure_link (token_hash, block_id, customer_id) values ($1, $2, $3)
on conflict (block_id, customer_id) do update set token_hash = excluded.token_hash
 where closure_link.token_hash <> excluded.token_hash

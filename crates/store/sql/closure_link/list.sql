-- ClosureOffers::list_links: the hashes of the links to the offers of a closure, by player.
select customer_id, token_hash
  from closure_link
 where block_id = $1

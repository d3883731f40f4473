-- ClosureOffers::find_link: the player of a link, and the closure to whose offers it leads.
select block_id, customer_id
  from closure_link
 where token_hash = $1

-- ClosureOffers::find_link: whose link this is, and to the offers of which closure.
select block_id, customer_id
  from closure_link
 where token_hash = $1

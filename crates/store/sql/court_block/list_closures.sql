-- Closures::list_closures: the closures of a venue that overlap $2 to before $3, the latest first.
select {closure_columns}
  from court_block k
 where k.venue_id = $1 and k.kind = 'closure' and k.ends_at > $2 and k.starts_at < $3
 order by k.created_at desc, k.block_id

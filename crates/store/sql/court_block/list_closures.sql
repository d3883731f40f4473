-- Closures::list_closures: the closures of a venue that overlap $2 to before $3, the latest first.
select {closure_columns}
  from court_block block
 where block.venue_id = $1 and block.kind = 'closure' and block.ends_at > $2 and block.starts_at < $3
 order by block.created_at desc, block.block_id

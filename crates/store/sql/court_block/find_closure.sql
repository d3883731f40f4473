-- Closures::find_closure: a closure, with the court time that it still has.
select {closure_columns}
  from court_block k
 where k.block_id = $1 and k.kind = 'closure' and k.starts_at is not null

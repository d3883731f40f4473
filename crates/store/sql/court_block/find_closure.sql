-- Closures::find_closure: a closure, with the court time that it still has.
select {closure_columns}
  from court_block block
 where block.block_id = $1 and block.kind = 'closure' and block.starts_at is not null

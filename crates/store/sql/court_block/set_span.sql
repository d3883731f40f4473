-- Closures::set_span: what a closure covers, from $2 to before $3.
update court_block
   set starts_at = $2, ends_at = $3
 where block_id = $1

-- PlayerErasures::erase: removes the buckets of a number: their names end in it.
delete from throttle where bucket like '%:' || cast($1 as text)

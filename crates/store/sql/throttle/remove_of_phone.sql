-- PlayerErasures::erase: the buckets of a number, whose names end in it.
delete from throttle where bucket like '%:' || cast($1 as text)

-- PlayerErasures::erase: replaces the text $1 in the stored answers of the desk with $2. It reads the whole table.
update desk_request
   set answer = replace(answer, cast($1 as text), cast($2 as text))
 where answer like '%' || cast($1 as text) || '%'

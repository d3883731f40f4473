-- PlayerErasures::erase: the text $1 in kept answers of the desk becomes $2. It reads the answers of seven days.
update desk_request
   set answer = replace(answer, cast($1 as text), cast($2 as text))
 where answer like '%' || cast($1 as text) || '%'

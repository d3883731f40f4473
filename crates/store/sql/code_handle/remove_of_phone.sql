-- PlayerErasures::erase: removes the codes of a number, and a registration that waits for its code.
delete from code_handle where phone = $1

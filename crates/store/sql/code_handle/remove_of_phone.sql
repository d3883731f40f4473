-- PlayerErasures::erase: the codes of a number, and a registration that waits for one.
delete from code_handle where phone = $1

-- Members::update: changes the version that was read. No row changed: the member was changed meanwhile.
update staff set full_name = $3, role = $4, denied = $5, active = $6, language = $7, version = version + 1
 where staff_id = $1 and version = $2

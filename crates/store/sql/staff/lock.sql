-- Passkeys::remove, Members::find_and_lock: locks the member's row on PostgreSQL until the unit of work ends. It changes nothing.
update staff set version = version where staff_id = $1

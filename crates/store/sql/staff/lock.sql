-- Passkeys::remove, Members::find_and_lock: removals of a member's passkeys run one after another on PostgreSQL, and a change of a
-- member waits for the links that are being made by or for them. It changes nothing.
update staff set version = version where staff_id = $1

-- Passkeys::remove: removals of a member's passkeys run one after another on PostgreSQL. It changes nothing.
update staff set version = version where staff_id = $1

-- Passkeys::remove: changes of a member's keys run one after another on PostgreSQL. It changes nothing.
update staff set version = version where staff_id = $1

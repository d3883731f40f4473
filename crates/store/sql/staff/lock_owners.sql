-- Members::count_active_owners: changes of owners run one after another on PostgreSQL. It changes nothing.
update staff set version = version where role = 'owner'

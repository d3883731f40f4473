-- Members::count_active_owners: the number of owners who may sign in.
select cast(count(*) as bigint) as owners from staff where role = 'owner' and active = 1

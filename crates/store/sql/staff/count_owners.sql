-- Members::count_active_owners.
select cast(count(*) as bigint) as owners from staff where role = 'owner' and active = 1

-- Members::count_active_owners: the last active owner must stay.
select cast(count(*) as bigint) as owners from staff where role = 'owner' and active = 1

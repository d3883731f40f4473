-- Members::list: all members, also those who are switched off.
select {staff_columns} from staff order by active desc, full_name, staff_id

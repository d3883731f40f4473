-- Members::list: all members, also those who are switched off.
select {staff_columns} from staff order by staff_id

-- Members::find: a member of staff by id.
select {staff_columns} from staff where staff_id = $1

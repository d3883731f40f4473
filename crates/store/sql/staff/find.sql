-- Members::find.
select {staff_columns} from staff where staff_id = $1

-- Members::find_by_phone: for sign-in and the command line.
select {staff_columns} from staff where phone = $1

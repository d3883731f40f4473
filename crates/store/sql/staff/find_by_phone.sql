-- Members::find_by_phone: a member of staff by phone number.
select {staff_columns} from staff where phone = $1

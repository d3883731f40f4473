-- ForgivenNoShows::remove: lets a missed game count again. No row: it was not forgiven.
delete from forgiven_no_show where order_number = $1
returning reason

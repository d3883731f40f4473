-- Orders::count_no_shows: how many games this customer missed that were not forgiven.
select {strikes} as count

-- Orders::count_strikes: how many games this customer missed that were not forgiven, at $2.
select {strikes} as count

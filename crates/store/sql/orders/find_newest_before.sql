-- Orders::find_newest_before: when the newest order before $1 was made.
select max(created_at) as created_at
  from orders
 where created_at < $1

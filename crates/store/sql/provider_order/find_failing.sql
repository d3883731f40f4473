-- ProviderOrders::find_failing: the number of polled provider orders with $1 or more failed polls in a row, and the one with the
-- most.
select (select count(*) from provider_order where next_poll_at is not null and failed_polls >= $1) as count,
       line.order_number, p.failed_polls, p.poll_failure, p.next_poll_at
  from provider_order p
  join bill_line line on line.bill_id = p.bill_id and line.line_no = 1
 where p.next_poll_at is not null and p.failed_polls >= $1
 order by p.failed_polls desc, line.order_number
 limit 1

-- PlayerExports::read: every order of the account. The name of another player who came is left out.
select o.order_number as number, venue.name as venue, court.name as court, o.starts_at, o.play_minutes, o.status,
       o.price_paise, o.discount_paise, o.paid_paise, o.returned_paise, coupon.code as coupon, o.payment_method, o.created_at, o.confirmed_at,
       o.cancelled_at, o.cancel_reason, attendance.state as attendance, forgiven.reason as forgiven_because
  from orders o
  join venue on venue.venue_id = o.venue_id
  join court on court.court_id = o.court_id
  left join coupon on coupon.coupon_id = o.coupon_id
  left join attendance on attendance.order_number = o.order_number
  left join forgiven_no_show forgiven on forgiven.order_number = o.order_number
 where o.customer_id = $1
 order by o.created_at, o.order_number

-- PlayerErasures::erase: removes the reasons for which missed games of the account were forgiven.
update forgiven_no_show
   set reason = ''
 where order_number in (select o.order_number from orders o where o.customer_id = $1 and o.status = 'no_show')

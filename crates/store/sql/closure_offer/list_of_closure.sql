-- ClosureOffers::list_of_closure: all bookings that a closure ended, those without an offer included. A player gets one message about
-- all offers of a closure; it is about one of the bookings.
select {board_columns}, offer.block_id as offer_block_id, offer.state as offer_state, offer.open_until,
       offer.created_at as offered_at, offer.answered_at, offer.answered_by, offer.new_order, offer.called_at, offer.called_by,
       exists (select 1
                 from outbox message
                 join closure_offer about on about.order_number = message.order_number
                where message.customer_id = o.customer_id and message.notice = 'closure_offer' and about.block_id = o.block_id
                  and message.outcome = 'sent') as is_told,
       exists (select 1
                 from outbox message
                 join closure_offer about on about.order_number = message.order_number
                where message.customer_id = o.customer_id and message.notice = 'closure_offer' and about.block_id = o.block_id
                  and message.outcome is null) as is_to_be_told
  from {board_joined}
  left join closure_offer offer on offer.order_number = o.order_number
 where o.block_id = $1
 order by o.starts_at, o.court_id, o.order_number

-- Whether an order `o` is a booking that was cancelled. One that lost its court is none if its player got the court and hour back.
((o.status = 'cancelled' or o.status = 'cancel_requested')
            and not exists (select 1
                              from closure_offer offer
                              join orders back on back.order_number = offer.new_order
                             where offer.order_number = o.order_number and back.court_id = o.court_id
                               and back.starts_at = o.starts_at))

-- Whether an order `o` is a booking that was cancelled.
(o.status = 'cancelled' or o.status = 'cancel_requested')

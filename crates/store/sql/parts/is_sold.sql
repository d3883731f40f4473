-- Whether an order `o` is a booking that was not cancelled.
(o.status = 'confirmed' or o.status = 'completed' or o.status = 'no_show')

-- Whether the players of a booking `o` did not come: a fact of the desk until the day is closed, then the status.
(o.status = 'no_show' or (o.status = 'confirmed' and exists (select 1 from attendance a
                                                              where a.order_number = o.order_number and a.state = 'absent')))

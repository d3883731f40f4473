-- The number of the line of its bill that the line `l` of the ledger is about: that of the booking of its refund `back`
-- (parts/refund_of_line_joined), else the first.
case when back.refund_id is null then 1
            else (select min(own.line_no)
                    from bill_line own
                   where own.bill_id = back.bill_id and own.order_number = back.order_number) end

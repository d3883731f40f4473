-- Refunds::list: only refunds of status $1 and order $2, where these are not null.
select {refund_columns}
  from refund
 where (cast($1 as text) is null or status = cast($1 as text))
   and (cast($2 as bigint) is null or order_number = cast($2 as bigint))
 order by approved_at desc, refund_id
 limit $3

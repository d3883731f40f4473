-- Provider orders with the tables of parts/provider_order_columns.
provider_order p
  join bill on bill.bill_id = p.bill_id

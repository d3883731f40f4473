-- QR codes of the desk with the tables of parts/desk_qr_columns.
desk_qr q
  join bill on bill.bill_id = q.bill_id
  join provider_order p on p.bill_id = q.bill_id

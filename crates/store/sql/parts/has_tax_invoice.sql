-- Whether the newest receipt of the bill of `d` shows tax.
exists (select 1
                 from receipt newest
                where newest.bill_id = d.bill_id and newest.kind = 'receipt' and newest.tax_rate is not null
                  and not exists (select 1
                                    from receipt later
                                   where later.bill_id = d.bill_id and later.kind = 'receipt' and later.edition > newest.edition))

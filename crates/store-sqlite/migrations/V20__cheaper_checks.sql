-- SQLite builds a table of the values of `in (…)` for each row that it checks, from three values on: half of the time of writing
-- an order or a message. `or` says the same and needs none. A check may be changed in the stored text of the schema, because the
-- rows stay as they are (https://sqlite.org/lang_altertable.html, section 7).

pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'gender in (''male'', ''female'', ''other'')',
         'gender = ''male'' or gender = ''female'' or gender = ''other''')
 where type = 'table' and name = 'customer';
update sqlite_schema
   set sql = replace(sql, 'purpose in (''register'', ''verify'', ''reset'')',
         'purpose = ''register'' or purpose = ''verify'' or purpose = ''reset''')
 where type = 'table' and name = 'code_handle';
update sqlite_schema
   set sql = replace(sql, 'stage in (''issued'', ''verified'', ''consumed'')',
         'stage = ''issued'' or stage = ''verified'' or stage = ''consumed''')
 where type = 'table' and name = 'code_handle';
update sqlite_schema
   set sql = replace(sql, 'status in (''held'', ''confirmed'', ''cancel_requested'', ''cancelled'',
                                                           ''released'', ''expired'', ''no_show'', ''completed'')',
         'status = ''held'' or status = ''confirmed'' or status = ''cancel_requested'' or status = ''cancelled'' or
          status = ''released'' or status = ''expired'' or status = ''no_show'' or status = ''completed''')
 where type = 'table' and name = 'orders';
update sqlite_schema
   set sql = replace(sql, 'status in (''created'', ''failed'', ''authorized'', ''captured'', ''refunded'')',
         'status = ''created'' or status = ''failed'' or status = ''authorized'' or status = ''captured'' or
          status = ''refunded''')
 where type = 'table' and name = 'payment';
update sqlite_schema
   set sql = replace(sql, 'outcome in (''confirmed'', ''refund'', ''returned'')',
         'outcome = ''confirmed'' or outcome = ''refund'' or outcome = ''returned''')
 where type = 'table' and name = 'payment';
update sqlite_schema
   set sql = replace(sql, 'tender in (''cash'', ''upi_own'', ''upi_qr'', ''card'', ''bank'')',
         'tender = ''cash'' or tender = ''upi_own'' or tender = ''upi_qr'' or tender = ''card'' or tender = ''bank''')
 where type = 'table' and name = 'desk_payment';
update sqlite_schema
   set sql = replace(sql, 'notice in (''confirmed'', ''reminder'', ''cancelled'', ''court_closed'',
                                                  ''refund_issued'', ''refund_done'', ''password_changed'')',
         'notice = ''confirmed'' or notice = ''reminder'' or notice = ''cancelled'' or notice = ''court_closed'' or
          notice = ''refund_issued'' or notice = ''refund_done'' or notice = ''password_changed''')
 where type = 'table' and name = 'outbox';
update sqlite_schema
   set sql = replace(sql, 'outcome in (''sent'', ''dropped'', ''dead'')',
         'outcome = ''sent'' or outcome = ''dropped'' or outcome = ''dead''')
 where type = 'table' and name = 'outbox';
update sqlite_schema
   set sql = replace(sql, 'status in (''found'', ''settled'', ''returned'', ''refunded'')',
         'status = ''found'' or status = ''settled'' or status = ''returned'' or status = ''refunded''')
 where type = 'table' and name = 'recovered_payment';
update sqlite_schema
   set sql = replace(sql, 'kind in (''basket'', ''group'', ''series'')',
         'kind = ''basket'' or kind = ''group'' or kind = ''series''')
 where type = 'table' and name = 'booking_group';
update sqlite_schema
   set sql = replace(sql, 'kind in (''booking'', ''cart'', ''difference'', ''share'', ''seat'', ''plan'', ''debt'')',
         'kind = ''booking'' or kind = ''cart'' or kind = ''difference'' or kind = ''share'' or kind = ''seat'' or
          kind = ''plan'' or kind = ''debt''')
 where type = 'table' and name = 'bill';
update sqlite_schema
   set sql = replace(sql, 'state in (''open'', ''settled'', ''void'')',
         'state = ''open'' or state = ''settled'' or state = ''void''')
 where type = 'table' and name = 'bill';
update sqlite_schema
   set sql = replace(sql, 'method in (''provider'', ''desk'', ''hours'', ''credit'', ''none'')',
         'method = ''provider'' or method = ''desk'' or method = ''hours'' or method = ''credit'' or method = ''none''')
 where type = 'table' and name = 'bill';
update sqlite_schema
   set sql = replace(sql, 'status in (''approved'', ''issued'', ''processed'', ''failed'')',
         'status = ''approved'' or status = ''issued'' or status = ''processed'' or status = ''failed''')
 where type = 'table' and name = 'refund';
update sqlite_schema
   set sql = replace(sql, 'method in (''provider'', ''cash'', ''upi'', ''card'', ''bank'')',
         'method = ''provider'' or method = ''cash'' or method = ''upi'' or method = ''card'' or method = ''bank''')
 where type = 'table' and name = 'refund';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;

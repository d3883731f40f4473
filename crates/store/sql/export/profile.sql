-- PlayerExports::read: the account $1 and those that were merged into it.
select customer_id as account, phone, full_name as name, nullif(email, '') as email,
       case when origin = 'app' then birthdate end as birthdate, case when origin = 'app' then gender end as gender,
       case when origin = 'app' then 'player' else 'desk' end as made_by, image_key as picture, reminders,
       created_at, last_login_at, merged_at
  from customer
 where customer_id in (select kept.customer_id from customer kept where kept.customer_id = $1
                       union all
                       select gone.customer_id from customer gone where gone.merged_into = $1)
 order by coalesce(merged_at, 0), customer_id

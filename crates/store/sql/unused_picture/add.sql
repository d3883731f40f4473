-- UnusedPictures::add: a picture of the player $2 that no account names.
insert into unused_picture (image_key, customer_id, since) values ($1, $2, $3)
on conflict (image_key) do nothing

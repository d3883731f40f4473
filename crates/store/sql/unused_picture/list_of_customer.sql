-- UnusedPictures::list_of_customer: the pictures of the player that no account names.
select image_key from unused_picture where customer_id = $1

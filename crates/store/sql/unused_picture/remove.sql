-- UnusedPictures::forget: an account names the picture, or it is no longer stored. No row changed: it was not in the list.
delete from unused_picture where image_key = $1

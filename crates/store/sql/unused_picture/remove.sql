-- UnusedPictures::forget: forgets a picture. No row changed: it was not recorded.
delete from unused_picture where image_key = $1

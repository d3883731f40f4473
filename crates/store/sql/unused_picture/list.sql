-- UnusedPictures::list: pictures that no account has named since $1, after the key $2.
select image_key
  from unused_picture
 where image_key > $2 and since <= $1
 order by image_key
 limit $3

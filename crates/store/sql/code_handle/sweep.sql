-- CodeHandles::sweep: removes up to $2 expired handles, to free space. An expired handle is refused whether it is removed or not.
delete from code_handle
 where handle_hash in (select handle_hash from code_handle where expires_at <= $1 limit $2)

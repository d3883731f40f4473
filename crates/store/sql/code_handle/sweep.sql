-- CodeHandles::sweep: housekeeping, so many rows a time. An expired handle is refused whether it is swept or not.
delete from code_handle
 where handle_hash in (select handle_hash from code_handle where expires_at <= $1 limit $2)

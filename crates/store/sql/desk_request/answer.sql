-- DeskRequests::answer: stores the answer that a repeated call gets.
update desk_request set answer = $2 where request_key = $1

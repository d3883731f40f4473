-- DeskRequests::answer: what a repeated call answers.
update desk_request set answer = $2 where request_key = $1

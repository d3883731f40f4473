// Runs before the desk's code is loaded: requests who is signed in and, if the page shows a board, that board. api/first-answers.ts
// reads the answers; one that no read takes at the start is dropped.
(function () {
  // A device whose lock the server has not confirmed yet shows no screen (lib/locked-device.ts).
  if (/^\/desk\/(sign-in|lock|join)/.test(location.pathname) || read('desk_locked') !== null) return;

  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  // The same keys as in lib/last-venue.ts and api/connection.ts; the start of the desk opens the board that was shown last.
  function shownBoard() {
    const named = /^\/desk\/v\/(\d+)\/board\/?$/.exec(location.pathname);
    const venue = named ? named[1] : /^\/desk\/?$/.test(location.pathname) ? read('desk_venue') : null;
    const day = new URLSearchParams(location.search).get('day');
    if (!venue || day) return venue && { venue, day };
    const offset = read('desk_utc_offset');
    if (offset === null) return null;
    // The clock offset is in milliseconds, the UTC offset in minutes.
    const there = Date.now() + Number(read('desk_clock_offset')) + Number(offset) * 60000;
    return Number.isFinite(there) && { venue, day: new Date(there).toISOString().slice(0, 10) };
  }

  const answers = new Map();
  function request(address) {
    // As long as a call waits (api/client.ts), in milliseconds.
    const signal = AbortSignal.timeout(15000);
    const answer = fetch(address, { headers: { accept: 'application/json' }, cache: 'no-store', signal }).then(
      // The code that measures the clock by the answer is loaded later than it arrives.
      function (response) {
        return { response, at: Date.now() };
      },
    );
    // The code that takes the answer handles its failure.
    answer.catch(function () {});
    answers.set(address, answer);
  }

  const board = shownBoard();
  request('/api/desk/me');
  if (board) request('/api/desk/venues/' + board.venue + '/board?day=' + encodeURIComponent(board.day));
  window.deskFirstRequests = { answers, board: board || null };
})();

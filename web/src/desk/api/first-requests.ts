/** What app/first-requests.js has requested: the answers by their addresses, and the board that the page shows. */
interface FirstRequests {
  answers: Map<string, Promise<Response>>;
  board: { venue: string; day: string } | null;
}

declare global {
  interface Window {
    deskFirstRequests?: FirstRequests;
  }
}

/** Takes the answer of a read that was requested before the code was loaded; undefined if there is none. */
export function takeFirstAnswer(method: string, address: string): Promise<Response> | undefined {
  const answers = window.deskFirstRequests?.answers;
  const answer = method === 'get' ? answers?.get(address) : undefined;
  answers?.delete(address);
  return answer;
}

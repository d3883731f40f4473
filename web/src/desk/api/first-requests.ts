/** An answer, and when it arrived: the parts of the page that read it may be loaded seconds later. */
export interface Arrived {
  response: Response;
  /** When its head arrived, in milliseconds of this device's clock. */
  at: number;
}

/** What app/first-requests.js has requested: the answers by their addresses, and the board that the page shows. */
interface FirstRequests {
  answers: Map<string, Promise<Arrived>>;
  board: { venue: string; day: string } | null;
}

declare global {
  interface Window {
    deskFirstRequests?: FirstRequests;
  }
}

/** Takes the answer of a read that was requested before the code was loaded; undefined if there is none. */
export function takeFirstAnswer(method: string, address: string): Promise<Arrived> | undefined {
  const answers = window.deskFirstRequests?.answers;
  const answer = method === 'get' ? answers?.get(address) : undefined;
  answers?.delete(address);
  return answer;
}

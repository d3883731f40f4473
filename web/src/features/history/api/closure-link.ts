import { answer, api } from '@/api/client';

/** The token of the page on which the player chooses what they get instead of a closed court. */
export async function fetchClosureToken(orderid: string): Promise<string> {
  const { path } = await answer(api.GET('/api/user/closure_link', { params: { query: { orderid } } }));
  return path.replace(/^\/r\//, '');
}

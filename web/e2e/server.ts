import type { APIRequestContext } from '@playwright/test';

/** Where the sandbox keeps the messages it was given; `cargo xtask e2e` says where. */
const INBOX_URL = process.env['INBOX_URL'] ?? 'http://127.0.0.1:8081';

interface CallOptions {
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  token?: string;
}

/** The API as another client sees it: for what must be so before the browser opens, and for rivals. */
export class Server {
  readonly #request: APIRequestContext;
  #apiKey: string | null = null;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** A call of spec §7, e.g. `get('/getvenue')`. Throws unless the answer is a described outcome. */
  async get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('GET', path, options);
  }

  /** Like `get`, by POST. */
  async post<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('POST', path, options);
  }

  /** The texts that reached this phone, newest first. */
  async inbox(phone: string): Promise<{ text: string; code: string }[]> {
    const answer = await this.#request.get(`${INBOX_URL}/inbox`, { params: { to: phone } });
    return (await answer.json()) as { text: string; code: string }[];
  }

  /** The bank of the newest payment that is still open says yes, as the payment provider learns it. */
  async bankSaysYes(): Promise<void> {
    const answer = await this.#request.get(`${INBOX_URL}/razorpay`, { headers: { accept: 'application/json' } });
    const { payments } = (await answer.json()) as { payments: { id: string; status: string; created_at: number }[] };
    const [open] = payments
      .filter(({ status }) => status === 'created')
      .toSorted((a, b) => b.created_at - a.created_at);
    if (open === undefined) throw new Error('no payment is open');
    const ended = await this.#request.post(`${INBOX_URL}/v1/checkout/payments/end`, {
      data: { key_id: 'rzp_test_sandbox', payment_id: open.id, outcome: 'succeed' },
    });
    if (!ended.ok()) throw new Error(`the bank cannot say yes: ${ended.status()} ${await ended.text()}`);
  }

  /** The server's clock, in milliseconds; it need not be ours. */
  async now(): Promise<number> {
    return Date.parse((await this.#config()).server_time);
  }

  async #call<T>(method: string, path: string, { query, body, token }: CallOptions): Promise<T> {
    this.#apiKey ??= await this.#loadKey();
    const answer = await this.#request.fetch(`/api${path}`, {
      method,
      headers: { 'api-key': this.#apiKey, ...(token === undefined ? {} : { authorization: token }) },
      ...(query === undefined ? {} : { params: query }),
      ...(body === undefined ? {} : { data: body }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async #loadKey(): Promise<string> {
    return (await this.#config()).api_key;
  }

  async #config(): Promise<{ api_key: string; server_time: string }> {
    const answer = await this.#request.get('/api/app-config');
    return (await answer.json()) as { api_key: string; server_time: string };
  }
}

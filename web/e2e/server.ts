import type { APIRequestContext } from '@playwright/test';

/** Where the sandbox serves the messages it received. */
const INBOX_URL = process.env['INBOX_URL'] ?? 'http://127.0.0.1:8081';

interface CallOptions {
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  token?: string;
}

/** The API as another client uses it. */
export class Server {
  readonly #request: APIRequestContext;
  readonly #sandbox: string;
  #apiKey: string | null = null;

  constructor(request: APIRequestContext, sandbox: string = INBOX_URL) {
    this.#request = request;
    this.#sandbox = sandbox;
  }

  /** A call of the player's API, e.g. `get('/getvenue')`. Throws unless the reply's status is from 200 to 299. */
  async get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('GET', path, options);
  }

  /** Like `get`, by POST. */
  async post<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>('POST', path, options);
  }

  /** The text messages sent to this phone, newest first. */
  async inbox(phone: string): Promise<{ text: string; code: string | null }[]> {
    const answer = await this.#request.get(`${this.#sandbox}/inbox`, { params: { to: phone } });
    return (await answer.json()) as { text: string; code: string | null }[];
  }

  /** The e-mails sent to this address, newest first. */
  async emails(address: string): Promise<{ id: number; subject: string; text: string }[]> {
    const answer = await this.#request.get(`${this.#sandbox}/mailbox`, { params: { to: address } });
    return (await answer.json()) as { id: number; subject: string; text: string }[];
  }

  /** The HTML body of an e-mail. */
  async email(id: number): Promise<string> {
    return (await this.#request.get(`${this.#sandbox}/mailbox/${id}`)).text();
  }

  /** Lets the bank confirm the open payment of this order; the payment provider gets the bank's answer. */
  async confirmAtBank(order: string): Promise<void> {
    const answer = await this.#request.get(`${this.#sandbox}/razorpay`);
    const { orders, payments } = (await answer.json()) as {
      orders: { id: string; receipt: string }[];
      payments: { id: string; status: string; order_id: string }[];
    };
    const ids = orders.filter(({ receipt }) => receipt.startsWith(`${order}-`)).map(({ id }) => id);
    const open = payments.find(({ status, order_id }) => status === 'created' && ids.includes(order_id));
    if (open === undefined) throw new Error(`no payment of ${order} is open`);
    await this.#control('POST', '/pay', { order_id: open.order_id, payment_id: open.id });
  }

  /** Pays the QR code that asks for this order; returns the code's id at the provider. */
  async payQrCode(order: string): Promise<string> {
    const answer = await this.#request.get(`${this.#sandbox}/razorpay`);
    const { qr_codes } = (await answer.json()) as { qr_codes: { id: string; notes: Record<string, string> }[] };
    const code = qr_codes.find(({ notes }) => notes['order'] === order);
    if (code === undefined) throw new Error(`no code asks for ${order}`);
    await this.#control('POST', '/pay', { qr_code_id: code.id });
    return code.id;
  }

  /** Sets whether the provider refuses refunds of this provider order or QR code, named by its id at the provider. */
  async refuseRefunds(id: string, refuses_refunds: boolean): Promise<void> {
    await this.#control('PUT', `/orders/${id}/faults`, { refuses_refunds });
  }

  /** Replaces all fault switches of the payment provider; `{}` clears them. */
  async setFaults(switches: Record<string, unknown>): Promise<void> {
    await this.#control('PUT', '/switches', switches);
  }

  /** Moves the clocks of the provider and of the demo forward. */
  async moveTime(minutes: number): Promise<void> {
    await this.#control('POST', '/clock', { seconds: minutes * 60 });
  }

  /** The server's time in milliseconds; it may differ from this machine's. */
  async now(): Promise<number> {
    return Date.parse((await this.#config()).server_time);
  }

  async #control(method: string, path: string, data: Record<string, unknown>): Promise<void> {
    const answer = await this.#request.fetch(`${this.#sandbox}/razorpay${path}`, { method, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
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

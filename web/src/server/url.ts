/** Query strings, as far as the router uses them: text names and values, in order. */
export class ServerUrlSearchParams {
  #pairs: [string, string][] = [];

  constructor(text: string | Record<string, string> = '') {
    if (typeof text !== 'string') {
      for (const [name, value] of Object.entries(text)) this.append(name, value);
      return;
    }
    for (const pair of text.replace(/^\?/, '').split('&')) {
      if (pair === '') continue;
      const at = pair.indexOf('=');
      this.append(decode(at === -1 ? pair : pair.slice(0, at)), at === -1 ? '' : decode(pair.slice(at + 1)));
    }
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: string, value: string): void {
    this.#pairs.push([name, value]);
  }

  set(name: string, value: string): void {
    const known = this.#pairs.find(([each]) => each === name);
    if (known) known[1] = value;
    else this.append(name, value);
  }

  delete(name: string): void {
    this.#pairs = this.#pairs.filter(([each]) => each !== name);
  }

  get(name: string): string | null {
    return this.#pairs.find(([each]) => each === name)?.[1] ?? null;
  }

  entries(): IterableIterator<[string, string]> {
    return this.#pairs.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  }
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Encodes as forms do (URL standard 5.2): a space becomes a plus, and only letters, digits and `*-._` are kept. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** URLs, as far as the router and the page's head use them: absolute ones, and paths below them. */
export class ServerUrl {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  constructor(address: string, base?: string) {
    const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : join(address, base ?? '');
    const found = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(whole);
    if (!found) throw new TypeError(`no address: ${address}`);
    this.protocol = (found[1] ?? '').toLowerCase();
    this.host = (found[2] ?? '').toLowerCase();
    this.pathname = found[3] === '' ? '/' : (found[3] ?? '/');
    this.search = found[4] ?? '';
    this.hash = found[5] ?? '';
  }

  get origin(): string {
    return `${this.protocol}//${this.host}`;
  }

  get href(): string {
    return this.origin + this.pathname + this.search + this.hash;
  }

  get searchParams(): ServerUrlSearchParams {
    return new ServerUrlSearchParams(this.search);
  }

  toString(): string {
    return this.href;
  }
}

function join(path: string, base: string): string {
  const { origin, pathname } = new ServerUrl(base);
  return path.startsWith('/') ? origin + path : `${origin}${pathname.replace(/[^/]*$/, '')}${path}`;
}

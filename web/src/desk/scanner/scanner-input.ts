/** The beginning of every pass. */
const PREFIX = 'SO1.';
/** The longest pause between two keys of a scanner, in milliseconds. A hand does not type four keys in a row that fast. */
export const SCANNER_GAP_MILLISECONDS = 50;
/** The most characters that are kept of one scan; a pass has about 120. */
const MOST_CHARACTERS = 400;

/**
 * How a key is handled. `other`: it is not part of a scan. `hold`: it may be part of one, so the page must not handle
 * it yet. `end`: it ended a scan. `former` holds the keys before it, which are handled first.
 */
export interface KeyHandling {
  kind: 'other' | 'hold' | 'end';
  former: Held;
}

/** Keys that were held: the text of a scan, or keys of a person. */
export interface Held {
  text: string | null;
  keys: readonly string[];
}

/** Separates the keys of a hand scanner, which types a pass faster than a hand, from those of a person. */
export class ScannerInput {
  #keys: string[] = [];
  #at = -Infinity;

  /** Decides about a key that was pressed at this instant, in milliseconds of a monotonic clock. */
  press(key: string, at: number): KeyHandling {
    if (at - this.#at > SCANNER_GAP_MILLISECONDS) {
      const former = this.flush();
      return { kind: this.#hold(key, at) ? 'hold' : 'other', former };
    }
    if (this.#isScan() && (key === 'Enter' || key === 'Tab')) return { kind: 'end', former: this.flush() };
    if (this.#hold(key, at)) return { kind: 'hold', former: { text: null, keys: [] } };
    const former = this.flush();
    // The key after a wrong beginning may begin a scan itself.
    return { kind: this.#hold(key, at) ? 'hold' : 'other', former };
  }

  /** Ends the waiting for further keys, and returns what the held ones are. */
  flush(): Held {
    const keys = this.#keys;
    const isScan = this.#isScan();
    this.#keys = [];
    return isScan ? { text: keys.join(''), keys: [] } : { text: null, keys };
  }

  /** Whether keys are held. */
  get isHolding(): boolean {
    return this.#keys.length > 0;
  }

  #isScan(): boolean {
    return this.#keys.length >= PREFIX.length;
  }

  /** Holds a key if it may be part of a scan, and returns whether it is held. */
  #hold(key: string, at: number): boolean {
    if (key.length !== 1 || !(this.#isScan() || PREFIX.startsWith([...this.#keys, key].join('')))) return false;
    this.#at = at;
    if (this.#keys.length < MOST_CHARACTERS) this.#keys.push(key);
    return true;
  }
}

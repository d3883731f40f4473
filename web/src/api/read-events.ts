/** One event of a stream. */
export interface StreamEvent {
  name: string;
  data: string;
}

/** Parses server-sent events (WHATWG HTML) from the chunks that the network delivers; comments are skipped. */
export class EventReader {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** The events that this chunk completes. */
  take(piece: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0) events.push({ name: this.#name || 'message', data: this.#data.join('\n') });
        this.#name = '';
        this.#data = [];
        continue;
      }
      // With `s`, as U+2028 and U+2029 end a line for a regular expression, and none here.
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') this.#name = value;
      if (field === 'data') this.#data.push(value);
    }
    return events;
  }
}

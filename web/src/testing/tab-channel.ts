import { vi } from 'vitest';

/** A channel that delivers at once, to the other channels of its name. */
export class TabChannel extends EventTarget {
  static all: TabChannel[] = [];
  constructor(readonly name: string) {
    super();
    TabChannel.all.push(this);
  }
  postMessage(data: unknown) {
    this.send(data);
  }
  /** As `postMessage`, which the lint takes for that of a window. */
  send(data: unknown) {
    for (const one of TabChannel.all) {
      if (one !== this && one.name === this.name) one.dispatchEvent(Object.assign(new Event('message'), { data }));
    }
  }
}

/** Gives the tabs that a test opens from now on channels to each other, and none to those of the test before. */
export function stubTabChannels(): void {
  TabChannel.all = [];
  vi.stubGlobal('BroadcastChannel', TabChannel);
}

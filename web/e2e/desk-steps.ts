import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './screen';

/** How a person works at the desk. */
export type Way = 'pointer' | 'touch' | 'keys';

/** How long a key press, and a movement of the pointer or finger, takes a person, in milliseconds. */
const KEY_MILLISECONDS = 180;
const MOVE_MILLISECONDS = 600;

interface Point {
  x: number;
  y: number;
}

/** The middle of an element on the screen, and its right edge, in pixels. */
export async function centreOf(target: Locator): Promise<Point & { right: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('the element is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
}

interface Watched {
  /** When an element or its content was last added or changed, in milliseconds of the browser's clock. */
  changes: WeakMap<Element, number>;
  /** When the last key or press happened, on the same clock. */
  input: number;
}

/** Runs in the page: records when keys and presses happen, and when elements are added or changed. */
function watch(): void {
  const watched: Watched = { changes: new WeakMap(), input: 0 };
  (globalThis as typeof globalThis & { watched?: Watched }).watched = watched;
  for (const type of ['keydown', 'pointerdown', 'pointerup']) {
    window.addEventListener(type, () => (watched.input = performance.now()), { capture: true });
  }
  const note = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    if (element !== null) watched.changes.set(element, performance.now());
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') note(target);
      for (const node of addedNodes) note(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: milliseconds from the last key or press until an element was added or changed. */
function millisecondsUntilShown(element: Element): number {
  const { watched } = globalThis as typeof globalThis & { watched?: Watched };
  if (watched === undefined) throw new Error('the page is not watched');
  let at = Math.max(0, ...[element, ...element.querySelectorAll('*')].map((one) => watched.changes.get(one) ?? 0));
  for (let one: Element | null = element; one !== null && at === 0; one = one.parentElement) {
    at = watched.changes.get(one) ?? 0;
  }
  return Math.max(0, at - watched.input);
}

/**
 * Does what a person does at the desk, and counts. A step is a tap, a click, a drag, a key, a chord, a scan, or one
 * filled field: putting the cursor into the field belongs to filling it. The amounts of a count are one step, and so
 * is a PIN.
 */
export class Steps {
  readonly #page: Page;
  #count = 0;
  #keys = 0;
  #moves = 0;
  #waits = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Begins to count on the screen that is open. */
  static async begin(page: Page): Promise<Steps> {
    await page.evaluate(watch);
    return new Steps(page);
  }

  /** Waits until what the next step needs, or what the last one led to, is on the screen. */
  async see(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    this.#waits += await target.evaluate(millisecondsUntilShown);
  }

  get count(): number {
    return this.#count;
  }

  async click(target: Locator): Promise<void> {
    this.#count += 1;
    this.#moves += 1;
    await target.click();
  }

  async tap(target: Locator): Promise<void> {
    this.#count += 1;
    this.#moves += 1;
    await target.tap();
  }

  /** Presses a key, or a chord of two keys as one step. */
  async press(...keys: string[]): Promise<void> {
    this.#count += 1;
    this.#keys += keys.length;
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    this.#count += 1;
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Fills in a list of amounts or a PIN by `fill`; this is one step, like one filled field. */
  async fillAll(fill: () => Promise<void>): Promise<void> {
    this.#count += 1;
    await fill();
  }

  /** A hand scanner types a pass, faster than a hand does: pulling its trigger is one step. */
  async scan(pass: string): Promise<void> {
    this.#count += 1;
    this.#moves += 1;
    // All keys in one call, because a scanner sends them within milliseconds.
    await this.#page.evaluate((keys) => {
      for (const key of [...keys, 'Enter']) {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    }, pass);
  }

  /** Focuses a field by pressing `opener` and types into it. */
  async fill(way: Way, opener: Locator, text: string): Promise<void> {
    this.#moves += 1;
    await (way === 'touch' ? opener.tap() : opener.click());
    await this.type(text);
  }

  /** Drags with a mouse. */
  async drag(from: Point, to: Point, ghost: RegExp): Promise<void> {
    this.#count += 1;
    this.#moves += 2;
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 5 });
    await expect(this.#page.locator('[data-ghost]')).toHaveText(ghost);
    await mouse.up();
  }

  /** Holds a finger until the booking follows it, and drags. */
  async dragByFinger(touch: CDPSession, from: Point, to: Point, ghost: RegExp): Promise<void> {
    this.#count += 1;
    this.#moves += 2;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    // A movement scrolls the board if the finger was not held long enough before.
    await expect(this.#page.locator('[data-dragging]')).toBeAttached();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
    await expect(this.#page.locator('[data-ghost]')).toHaveText(ghost);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /**
   * How long it takes a person, in milliseconds: what their hands take, without what `fillAll` fills in, and how long
   * they waited for what they needed to see, by the browser's clock.
   */
  get milliseconds(): number {
    return this.#keys * KEY_MILLISECONDS + this.#moves * MOVE_MILLISECONDS + this.#waits;
  }
}

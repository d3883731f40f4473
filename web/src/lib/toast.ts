import { createStore, useStore } from './store';

/** The four kinds of the specification §2. */
export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** A button of a toast, such as one that undoes what the toast reports. */
export interface ToastAction {
  label: string;
  /** The key that does the same, as `aria-keyshortcuts` writes it. */
  key?: string;
  run: () => void;
}

/** One short-lived message. */
export interface Toast {
  id: number;
  type: ToastType;
  title?: string;
  text: string;
  action?: ToastAction;
  /** How long it is shown, in milliseconds; {@link TOAST_MILLISECONDS} if absent. */
  milliseconds?: number;
  /** Whether it stays when the session of the person ends, because it names no player and undoes nothing. */
  isForAnyone?: boolean;
  /** The title without the name of the player, under which it stays for anyone when the session of the person ends. */
  unnamedTitle?: string;
}

/** How long a toast is shown, in milliseconds (spec §9). */
export const TOAST_MILLISECONDS = 4000;
const MOST_AT_ONCE = 3;

const store = createStore<readonly Toast[]>([]);
let last = 0;

const isForAnyone = (toast: Toast) => toast.isForAnyone === true;

function show(
  type: ToastType,
  text: string,
  title?: string,
  more: Pick<Toast, 'action' | 'milliseconds' | 'isForAnyone' | 'unnamedTitle'> = {},
): void {
  last += 1;
  // A title equal to the text is not shown twice.
  const titled = title === undefined || title === text ? {} : { title };
  const toast: Toast = { id: last, type, text, ...titled, ...more };
  // A repeated message replaces the earlier one instead of appearing twice, unless that has a button: it may undo something else, such
  // as the check-in of the same player on another court.
  const stays = (t: Toast) => t.text !== text || t.title !== toast.title || t.action !== undefined;
  store.set((now) => [...now.filter(stays), toast].slice(-MOST_AT_ONCE));
}

/** Shows a toast, for four seconds unless a time is given: `toast.error('Something went wrong!', 'ERROR')`. */
export const toast = {
  success: (text: string, title?: string) => show('success', text, title),
  error: (text: string, title?: string) => show('error', text, title),
  /** A failure whose title names a player. When the session of the person ends, it stays under the other title. */
  namedError: (text: string, title: string, unnamedTitle: string) => show('error', text, title, { unnamedTitle }),
  warning: (text: string, title?: string) => show('warning', text, title),
  info: (text: string, title?: string) => show('info', text, title),
  /** A success with a button, such as one that undoes it, for this many milliseconds. */
  undoable: (text: string, action: ToastAction, milliseconds: number) =>
    show('success', text, undefined, { action, milliseconds }),
  /** A toast that stays when the session of the person ends: it names no player. */
  forAnyone: (type: ToastType, text: string, title?: string) => show(type, text, title, { isForAnyone: true }),
};

/** Removes one toast before its time is over. */
export function dismissToast(id: number): void {
  store.set((now) => now.filter((t) => t.id !== id));
}

/**
 * Removes the toasts that are not for anyone, because the session of the person has ended. A failure with an unnamed title stays under
 * that: the person would take silence for success.
 */
export function dismissPersonalToasts(): void {
  store.set((now) => (now.every(isForAnyone) ? now : now.flatMap(forAnyone)));
}

/** What is left of a toast for anyone. */
function forAnyone(toast: Toast): readonly Toast[] {
  const { unnamedTitle, ...rest } = toast;
  if (isForAnyone(toast)) return [toast];
  return unnamedTitle === undefined ? [] : [{ ...rest, title: unnamedTitle, isForAnyone: true }];
}

/** The toasts on screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store);
}

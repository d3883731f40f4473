import { createStore, useStore } from './store';

/** The four kinds of the specification §2, each with its icon. */
export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** One message that passes by. */
export interface Toast {
  id: number;
  type: ToastType;
  title?: string;
  text: string;
}

/** How long a toast stays (spec §9). */
export const TOAST_MILLISECONDS = 4000;
const MOST_AT_ONCE = 3;

const store = createStore<readonly Toast[]>([]);
let last = 0;

function show(type: ToastType, text: string, title?: string): void {
  last += 1;
  // A title that says the same as its text is said once.
  const titled = title === undefined || title === text ? {} : { title };
  const toast: Toast = { id: last, type, text, ...titled };
  // The same words twice at once would only be noise, so the newer one takes the older one's place.
  store.set((now) => [...now.filter((t) => t.text !== text || t.title !== toast.title), toast].slice(-MOST_AT_ONCE));
}

/** Shows a toast for four seconds: `toast.error('Something went wrong!', 'ERROR')`. */
export const toast = {
  success: (text: string, title?: string) => show('success', text, title),
  error: (text: string, title?: string) => show('error', text, title),
  warning: (text: string, title?: string) => show('warning', text, title),
  info: (text: string, title?: string) => show('info', text, title),
};

/** Takes one toast away early. */
export function dismissToast(id: number): void {
  store.set((now) => now.filter((t) => t.id !== id));
}

/** The toasts on screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store);
}

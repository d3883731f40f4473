import { createStore, useStore } from '@/lib/store';

const open = createStore<readonly HTMLElement[]>([]);

/** Registers a modal window as the topmost one; the returned function removes it. */
export function enterModal(element: HTMLElement): () => void {
  open.set((now) => [...now, element]);
  return () => open.set((now) => now.filter((other) => other !== element));
}

/** The topmost window that {@link enterModal} has registered: everything outside it is inert. The bottom sheet is not registered. */
export function useTopModal(): HTMLElement | null {
  return useStore(open).at(-1) ?? null;
}

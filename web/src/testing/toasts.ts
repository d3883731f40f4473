import { renderHook } from '@testing-library/react';
import { dismissToast, useToasts, type Toast } from '@/lib/toast';

/** The toasts that are shown. They are read outside of the page: `waitFor` looks again after each change of it. */
export function toasts(): readonly Toast[] {
  const { result, unmount } = renderHook(useToasts, { container: document.createElement('div') });
  unmount();
  return result.current;
}

/** The texts of the toasts that are shown. */
export const toastTexts = () => toasts().map(({ text }) => text);

/** Removes the toasts of earlier tests in the file: a test that looks for its own could find theirs. */
export function forgetToasts(): void {
  for (const { id } of toasts()) dismissToast(id);
}

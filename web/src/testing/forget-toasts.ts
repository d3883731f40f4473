import { renderHook } from '@testing-library/react';
import { dismissToast, useToasts } from '@/lib/toast';

/** Removes the toasts of earlier tests in the file: a test that looks for its own could find theirs. */
export function forgetToasts(): void {
  const { result, unmount } = renderHook(useToasts);
  unmount();
  for (const { id } of result.current) dismissToast(id);
}

import { renderHook } from '@testing-library/react';
import { dismissToast, useToasts } from '@/lib/toast';

/** Removes the toasts of earlier tests in the file: a test that looks for its own could find theirs. */
export function forgetToasts(): void {
  for (const { id } of renderHook(useToasts).result.current) dismissToast(id);
}

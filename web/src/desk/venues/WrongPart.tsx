import type { ReactNode } from 'react';
import { Notice } from '@/ui/Notice';

/** The error of a part of the form that is not a field. It takes the focus by `focusFirstWrong`. */
export function WrongPart({ children }: { children: ReactNode }) {
  return (
    <div tabIndex={-1} data-wrong-part="" className="outline-none">
      <Notice tone="bad" tight isLive>
        {children}
      </Notice>
    </div>
  );
}

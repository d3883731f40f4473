import type { FormEvent, ReactNode } from 'react';
import { moneyTexts } from './texts';
import { FormHead } from '@/desk/forms/FormHead';
import { closeOnEscape } from '@/desk/lib/close-on-escape';

/** The frame of a form about the drawer. */
export function DrawerForm({
  title,
  text,
  footer,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  text?: string;
  footer: ReactNode;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={onSubmit}
      onKeyDownCapture={closeOnEscape(onClose)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <FormHead title={title} close={moneyTexts.close} onClose={onClose}>
          {text !== undefined && <p className="mt-1.5 text-small text-quiet">{text}</p>}
        </FormHead>
        <div className="mt-3 grid gap-3.5">{children}</div>
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {footer}
      </footer>
    </form>
  );
}

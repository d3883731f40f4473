import { X } from 'lucide-react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '@/ui/IconButton';
import { moneyTexts } from './texts';
import { focusOnce } from '@/desk/lib/focus-once';

/** The frame of what is done with the drawer: a heading that takes the focus, fields, and the action below. */
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
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-label={title}
      onSubmit={onSubmit}
      onKeyDown={closeOnEscape}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <header className="mb-3 flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 ref={focusOnce} tabIndex={-1} className="display text-[2.25rem] leading-none">
              {title}
            </h2>
            {text !== undefined && <p className="mt-1.5 text-small text-quiet">{text}</p>}
          </div>
          <IconButton
            label={moneyTexts.close}
            variant="ghost"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
            className="-mt-2 -mr-2"
          />
        </header>
        <div className="grid gap-3.5">{children}</div>
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {footer}
      </footer>
    </form>
  );
}

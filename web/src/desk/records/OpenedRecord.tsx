import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { useMedia } from '@/lib/use-media';
import { focusOnce } from '@/desk/lib/focus-once';
import { recordsTexts } from './texts';

/** The frame of an opened record, with a button that closes it. */
export function OpenedRecord({
  listTitle,
  onClose,
  children,
}: {
  /** The name of the list, which the button on narrow screens leads back to. */
  listTitle: string;
  onClose: () => void;
  children: ReactNode;
}) {
  // On narrow screens the record replaces the list, whose row had the focus.
  const isAlone = useMedia('(width < 64rem)');
  return (
    <article
      ref={isAlone ? focusOnce : undefined}
      tabIndex={-1}
      aria-label={recordsTexts.opened(listTitle)}
      className="grid gap-5 p-4 pb-10 outline-none lg:p-6"
    >
      <div className="flex items-center justify-between">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-4 lg:hidden"
          icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
          onClick={onClose}
        >
          {listTitle}
        </Button>
        <IconButton
          variant="ghost"
          className="ml-auto max-lg:hidden"
          label={recordsTexts.close}
          aria-keyshortcuts="Escape"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClose}
        />
      </div>
      {children}
    </article>
  );
}

/** A line of the facts of a record, in a `dl`. */
export function RecordFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-28 shrink-0 text-quiet">{name}</dt>
      <dd className="figures min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

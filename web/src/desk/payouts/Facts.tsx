import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/IconButton';
import { focusOnce } from '@/desk/lib/focus-once';
import { payoutsTexts } from './texts';

/** The head of an opened payout or line: its state, its amount, and a button that closes it if it covers the list. */
export function FactsHead({
  pill,
  amount,
  subtitle,
  onClose,
}: {
  pill: ReactNode;
  amount: string;
  subtitle: string;
  /** Null if it is beside the list. */
  onClose: (() => void) | null;
}) {
  return (
    <header className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        {pill}
        <h2 ref={focusOnce} tabIndex={-1} className="display figures mt-2.5 text-[2.75rem] leading-none outline-none">
          {amount}
        </h2>
        <p className="figures mt-1.5 font-bold wrap-anywhere">{subtitle}</p>
      </div>
      {onClose !== null && (
        <IconButton
          label={payoutsTexts.back}
          variant="ghost"
          aria-keyshortcuts="Escape"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClose}
          className="-mt-2 -mr-2"
        />
      )}
    </header>
  );
}

/** Facts with their names, one below the other. A link among them is as high as its row, so that it touches no other one. */
export function FactList({ facts }: { facts: readonly [string, ReactNode][] }) {
  return (
    <dl className="rows mt-4 border-t border-line text-[.9375rem]">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="figures flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 has-[a]:py-0 has-[a]:[--label:.5rem]"
        >
          <dt className="py-(--label,0px) text-quiet">{label}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { countOf, EMPTY_COUNT, totalOf } from './cash-count';
import { CountFields } from './CountFields';
import { takeMoneyTexts } from './texts';
import { useOpenShift } from './use-open-shift';
import { writeMessage } from '@/desk/api/write-failure';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce } from '@/desk/lib/focus-once';

/** Counts the float in the drawer when a shift begins. */
export function FloatForm({ venue, onOpen, onClose }: { venue: number; onOpen: () => void; onClose: () => void }) {
  const online = useOnline();
  const [typed, setTyped] = useState(EMPTY_COUNT);
  const open = useOpenShift(venue, onOpen);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (online) open.mutate(countOf(typed));
  }
  return (
    <form noValidate onSubmit={submit} onKeyDownCapture={closeOnEscape(onClose)} className="grid gap-3">
      <div>
        <h3 ref={focusOnce} tabIndex={-1} className="text-lead leading-tight font-bold">
          {takeMoneyTexts.floatTitle}
        </h3>
        <p className="text-small text-quiet">{takeMoneyTexts.floatWhy}</p>
      </div>
      <CountFields typed={typed} onTyped={setTyped} readOnly={open.isPending} />
      {open.error !== null && (
        <Notice tone="warn" tight isLive>
          {writeMessage(open.error)}
        </Notice>
      )}
      {!online && <p className="text-small text-warn">{takeMoneyTexts.offline}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="lime" size="md" isBusy={open.isPending} disabled={!online} className="flex-1">
          {takeMoneyTexts.floatStart(rupees(totalOf(typed)))}
        </Button>
        <Button variant="outline" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
          {takeMoneyTexts.floatBack}
        </Button>
      </div>
    </form>
  );
}

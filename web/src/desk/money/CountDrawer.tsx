import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { countOf, EMPTY_COUNT, totalOf } from '@/desk/pay/cash-count';
import { CountFields } from '@/desk/pay/CountFields';
import { DrawerForm } from './DrawerForm';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { moneyTexts } from './texts';
import { useCount, type Found } from './use-money-writes';

/** Counts the drawer without knowing what has to be in it; `onFound` gets what the server then tells. */
export function CountDrawer({
  shift,
  onFound,
  onClose,
}: {
  shift: string;
  onFound: (found: Found) => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const [typed, setTyped] = useState(EMPTY_COUNT);
  const count = useCount(shift, onFound);
  return (
    <DrawerForm
      title={moneyTexts.countTitle}
      text={moneyTexts.countText}
      onSubmit={(event) => {
        event.preventDefault();
        if (online) count.mutate(countOf(typed));
      }}
      onClose={onClose}
      footer={
        <>
          {count.error !== null && (
            <Notice tone="warn" tight live title={moneyTexts.countFailed}>
              {failureMessage(count.error)}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{takeMoneyTexts.offline}</p>}
          <Button
            type="submit"
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            busy={count.isPending}
            disabled={!online}
          >
            {moneyTexts.iCounted(rupees(totalOf(typed)))}
          </Button>
        </>
      }
    >
      <CountFields typed={typed} onTyped={setTyped} disabled={count.isPending} />
    </DrawerForm>
  );
}

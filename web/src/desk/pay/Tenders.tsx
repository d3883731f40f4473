import { Banknote, CreditCard, Landmark, QrCode, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { Tender } from '@/desk/api/money';
import { KeyHint } from '@/desk/booking/KeyHint';
import { takeMoneyTexts } from './texts';
import { useShortcutName } from '@/desk/lib/single-keys';

const TENDERS: readonly { tender: Tender; Icon: LucideIcon; key?: string }[] = [
  { tender: 'cash', Icon: Banknote, key: 'C' },
  { tender: 'upi_own', Icon: QrCode, key: 'U' },
  { tender: 'card', Icon: CreditCard, key: 'K' },
  { tender: 'bank', Icon: Landmark },
];

/** Chooses the tender by radio buttons, so that Enter on them submits the form. */
export function Tenders({
  tender,
  withBank,
  onTender,
}: {
  tender: Tender;
  withBank: boolean;
  onTender: (tender: Tender) => void;
}) {
  const shortcut = useShortcutName();
  const name = useId();
  const shown = TENDERS.filter((one) => withBank || one.tender !== 'bank' || tender === 'bank');
  return (
    <fieldset className="flex min-w-0 gap-1 rounded-md bg-deeper p-1">
      <legend className="sr-only">{takeMoneyTexts.how}</legend>
      {shown.map(({ tender: one, Icon, key }) => (
        <label
          key={one}
          className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-1.5 text-small font-bold whitespace-nowrap hover:bg-raised has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring"
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === tender}
            aria-keyshortcuts={shortcut(key)}
            onChange={() => onTender(one)}
            className="sr-only"
          />
          {shown.length < TENDERS.length && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
          {takeMoneyTexts.tenders[one]}
          {key !== undefined && shown.length < TENDERS.length && <KeyHint>{key}</KeyHint>}
        </label>
      ))}
    </fieldset>
  );
}

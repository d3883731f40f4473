import { Banknote, Clock, CreditCard, QrCode, type LucideIcon } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import type { PayNow, PayNowField as Field } from '@/desk/book/pay-now';
import { takeMoneyTexts } from './texts';

const WAYS: readonly { tender: PayNow['tender']; Icon: LucideIcon }[] = [
  { tender: null, Icon: Clock },
  { tender: 'cash', Icon: Banknote },
  { tender: 'upi_own', Icon: QrCode },
  { tender: 'card', Icon: CreditCard },
];

/** Asks how a new booking is paid and whether its players are here. */
export function PayNowField({ value, canArrive, onChange }: ComponentProps<Field>) {
  const name = useId();
  return (
    <div className="grid gap-1">
      <fieldset className="flex gap-1 rounded-md bg-deeper p-1">
        <legend className="sr-only">{takeMoneyTexts.payment}</legend>
        {WAYS.map(({ tender, Icon }) => (
          <label
            key={tender ?? 'later'}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-1.5 text-small font-bold whitespace-nowrap hover:bg-raised has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring"
          >
            <input
              type="radio"
              name={name}
              checked={tender === value.tender}
              // A player who pays for the running hour is there.
              onChange={() => onChange({ tender, arrive: canArrive && tender !== null })}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {tender === null ? takeMoneyTexts.later : takeMoneyTexts.tenders[tender]}
          </label>
        ))}
      </fieldset>
      {canArrive && (
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-small font-bold">
          <input
            type="checkbox"
            checked={value.arrive}
            onChange={(event) => onChange({ ...value, arrive: event.currentTarget.checked })}
            className="size-5 accent-current"
          />
          {takeMoneyTexts.areHere}
        </label>
      )}
    </div>
  );
}

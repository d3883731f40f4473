import { rupees } from '@/lib/money';
import { TextField } from '@/ui/Field';
import { typedPaise } from '@/desk/lib/typed-paise';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { moneyTexts } from './texts';

/** The rupees that go into the safe unless the clerk changes them: what the shift began with stays as the float. */
export function usualSafe(counted_paise: number, opening_paise: number): string {
  return String(Math.max(0, counted_paise - opening_paise) / 100);
}

/** The typed amount for the safe in paise; null if it is not an amount in whole rupees, or more than was counted. */
export function safePaiseOf(typed: string, counted_paise: number): number | null {
  const paise = amountOf(typed);
  return paise === null || paise > counted_paise || paise % 100 !== 0 ? null : paise;
}

/** The typed amount in paise, 0 for an empty field; null if it is not an amount. */
function amountOf(typed: string): number | null {
  return typedPaise(typed === '' ? '0' : typed);
}

function problemOf(typed: string, counted_paise: number): string | undefined {
  if (safePaiseOf(typed, counted_paise) !== null) return undefined;
  const paise = amountOf(typed);
  const hasPaise = paise !== null && paise % 100 !== 0;
  return hasPaise ? takeMoneyTexts.wholeRupees : moneyTexts.toSafeWrong(rupees(counted_paise / 100));
}

/** Asks how much of the counted cash goes into the safe, and says how much stays. */
export function SafeField({
  typed,
  counted_paise,
  isLater = false,
  wasTried,
  readOnly = false,
  onTyped,
}: {
  typed: string;
  counted_paise: number;
  /** Whether the count is an earlier one: the cash leaves the shift that is open now, of which it is not known what stays. */
  isLater?: boolean;
  /** Whether an invalid amount shows an error. */
  wasTried: boolean;
  readOnly?: boolean;
  onTyped: (typed: string) => void;
}) {
  const paise = safePaiseOf(typed, counted_paise);
  const stays = paise === null ? undefined : moneyTexts.stays(rupees((counted_paise - paise) / 100));
  return (
    <TextField
      label={moneyTexts.toSafe}
      error={wasTried ? problemOf(typed, counted_paise) : undefined}
      hint={isLater ? moneyTexts.leavesOpen : stays}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      readOnly={readOnly}
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
    />
  );
}

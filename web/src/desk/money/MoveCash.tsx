import { useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { RadioGroup } from '@/ui/RadioGroup';
import type { MovementKind } from '@/desk/api/money';
import { fieldsOf, isOutcomeUnknown } from '@/desk/api/problem';
import { typedPaise } from '@/desk/lib/typed-paise';
import { isTooLong } from '@/desk/lib/short-text';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { signed } from './Drawer';
import { DrawerForm } from './DrawerForm';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { moneyTexts } from './texts';
import { useAddMovement, type MovementRequest } from './use-money-writes';

type Choice = 'safe' | 'expense' | 'change' | 'correction_in' | 'correction_out';

/** The kind of movement of each choice, whether it brings cash (1) or takes it away (-1), and whether it needs a note. */
const CHOICES: Record<Choice, { kind: MovementKind; sign: 1 | -1; needsNote: boolean }> = {
  safe: { kind: 'safe', sign: -1, needsNote: false },
  expense: { kind: 'expense', sign: -1, needsNote: true },
  change: { kind: 'change', sign: 1, needsNote: false },
  correction_in: { kind: 'correction', sign: 1, needsNote: true },
  correction_out: { kind: 'correction', sign: -1, needsNote: true },
};

const ALL = Object.keys(CHOICES) as Choice[];

/** Records cash that comes into the drawer or leaves it without a booking. */
export function MoveCash({ venue, onClose }: { venue: number; onClose: () => void }) {
  const online = useOnline();
  const [choice, setChoice] = useState<Choice>('safe');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const { kind, sign, needsNote } = CHOICES[choice];
  const paise = typedPaise(amount);
  const isShown = useIsShown();
  const move = useAddMovement(
    venue,
    (body) => {
      toast.success(moneyTexts.moved(moneyTexts.kinds[choiceOf(body)], rupees(Math.abs(body.amount_paise) / 100)));
      onClose();
    },
    (cause) => {
      if (!isShown()) toastWriteFailure(cause, moneyTexts.moveFailed, messageOf);
    },
  );
  const failure = move.error === null ? null : writeFailure(move.error, moneyTexts.moveFailed);
  // A request that got no answer is sent again unchanged, whatever is in the fields by then: it may have been recorded, and
  // a changed one would be recorded beside it.
  const unanswered = isOutcomeUnknown(move.error) ? move.variables : undefined;
  const signedPaise = unanswered?.amount_paise ?? (paise === null ? null : sign * paise);
  const isShort = isDrawerShort(move.error);
  const amountError = amountProblem(paise);
  const noteError = noteProblem(note.trim(), needsNote);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (unanswered !== undefined) {
      if (online) move.mutate(unanswered);
      return;
    }
    setWasTried(true);
    if (!online || paise === null || amountError !== undefined || noteError !== undefined) return;
    move.mutate({ kind, amount_paise: sign * paise, note: note.trim() === '' ? null : note.trim() });
  }
  return (
    <DrawerForm
      title={moneyTexts.move}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          {failure !== null && !isShort && (
            <Notice tone="warn" tight isLive title={failure.title}>
              {failure.message}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{takeMoneyTexts.offline}</p>}
          <Button
            type="submit"
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            isBusy={move.isPending}
            disabled={!online}
          >
            {signedPaise === null ? moneyTexts.moveEmpty : moneyTexts.moveIt(signed(signedPaise))}
          </Button>
        </>
      }
    >
      <RadioGroup
        legend={moneyTexts.moveWhat}
        options={ALL.map((value) => ({ value, label: moneyTexts.kinds[value] }))}
        value={choice}
        onChange={(next) => {
          if (isShort) move.reset();
          setChoice(next);
        }}
      />
      <TextField
        label={takeMoneyTexts.amount}
        error={
          (wasTried ? amountError : undefined) ?? (isShort && !move.isPending ? moneyTexts.drawerShort : undefined)
        }
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={amount}
        onChange={(event) => {
          if (isShort) move.reset();
          setAmount(event.target.value);
        }}
      />
      <TextField
        label={moneyTexts.note}
        error={wasTried ? noteError : undefined}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </DrawerForm>
  );
}

/** Whether more was to be taken out of the drawer than it holds. */
function isDrawerShort(cause: Error | null): boolean {
  return fieldsOf(cause)['amount_paise'] === 'drawer_short';
}

/** Why cash was not recorded, for a form that is not shown any more. */
function messageOf(cause: Error): string {
  return isDrawerShort(cause) ? moneyTexts.drawerShort : failureMessage(cause);
}

/** The choice that a request was made by. */
function choiceOf({ kind, amount_paise }: MovementRequest): Choice {
  return ALL.find((one) => CHOICES[one].kind === kind && CHOICES[one].sign === Math.sign(amount_paise)) ?? 'safe';
}

function amountProblem(paise: number | null): string | undefined {
  if (paise === null || paise === 0) return takeMoneyTexts.amountWrong;
  return paise % 100 === 0 ? undefined : takeMoneyTexts.wholeRupees;
}

function noteProblem(note: string, isNeeded: boolean): string | undefined {
  if (isTooLong(note)) return takeMoneyTexts.tooLong;
  return isNeeded && note === '' ? moneyTexts.noteMissing : undefined;
}

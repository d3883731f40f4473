import { useId, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { DeskProblem, hasCode } from '@/desk/api/problem';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce } from '@/desk/lib/focus-once';
import { isPressedAgain } from '@/lib/pressed-again';
import { isTooLong } from '@/desk/lib/short-text';
import type { MoveScene } from './move-context';
import { placeOf } from './move-text';
import { moveTexts } from './texts';
import type { MoveChoice, Question } from './use-move';

/** The smallest amount that a move gives back, in paise (`LEAST_REFUND` of the server). */
const LEAST_REFUND_PAISE = 100;

/** Asks whether the difference in price is charged, kept or paid back. The first choice has the focus. */
export function MoveQuestion({
  scene,
  question,
  onClose,
}: {
  scene: MoveScene;
  question: Question;
  onClose: () => void;
}) {
  const online = useOnline();
  const costs = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { move, mayWaive } = scene;
  const { price } = question;
  const difference = price.total_paise - price.now_paise;
  const waives = (choice: MoveChoice) => choice === 'keep_price' && difference > 0;
  const offered = price.choices.filter((choice) => mayWaive || !waives(choice));
  const approval = useApproval({
    venue: scene.venue,
    permission: 'booking.waive',
    amount_paise: Math.max(0, difference),
  });
  const way = useApprovalWay(approval);
  // Each refusal is passed on once, and not again by later renders.
  const { failure } = move;
  const [seen, setSeen] = useState<Error | null>(null);
  if (failure !== seen) {
    setSeen(failure);
    if (failure !== null) approval.onRefused(failure);
  }

  // While a colleague approves, only the choices that need the approval can be chosen.
  const choices = approval.isNeeded ? offered.filter(waives) : offered;
  const isAsked = approval.isNeeded && hasCode(failure, 'approval_needed');

  function answer(choice: MoveChoice) {
    const given = reason.trim();
    if (isTooLong(given)) setProblem(moveTexts.reasonLong);
    else if (waives(choice) && given === '') setProblem(moveTexts.reasonMissing);
    else {
      setProblem(undefined);
      const approved = approval.read(way);
      if (approved !== 'incomplete') move.answer(choice, given === '' ? null : given, approved);
    }
  }
  // Enter in a field submits the form. It never charges or pays back: a refund cannot be undone.
  function submit(event: FormEvent) {
    event.preventDefault();
    if (online) answer('keep_price');
  }
  const total = rupees(price.total_paise / 100);
  const amount = rupees(Math.abs(difference) / 100);
  return (
    <section aria-label={moveTexts.move}>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <h3 className="text-lead leading-tight font-bold">{moveTexts.title(placeOf(scene, question.to))}</h3>
        {/* A status is announced when it changes. What it says first is read with the button that has the focus. */}
        <p id={costs} role="status" className="figures text-small">
          {difference > 0 ? moveTexts.dearer(total, amount) : moveTexts.cheaper(total, amount)}
          {price.paid_too_much_paise > 0 && ` ${moveTexts.paidMore(rupees(price.paid_too_much_paise / 100))}`}
          {price.paid_too_much_paise >= LEAST_REFUND_PAISE &&
            !price.choices.includes('refund') &&
            difference < 0 &&
            ` ${moveTexts.onlineStays}`}
        </p>
        {failure !== null && !isAsked && (
          <Notice tone="warn" tight isLive>
            {isBeyondManager(failure) ? moveTexts.beyondManager : failureMessage(failure)}
          </Notice>
        )}
        {choices.some((choice) => choice === 'keep_price') && (
          <TextField
            label={moveTexts.reason}
            error={problem}
            autoComplete="off"
            enterKeyHint="go"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={closeOnEscape(onClose)}
          />
        )}
        {approval.isNeeded && (
          <ApprovalFields
            form={approval}
            what={moveTexts.keepWhat(rupees(price.now_paise / 100), total)}
            onClose={onClose}
          />
        )}
        {!online && <p className="text-small text-warn">{moveTexts.offline}</p>}
        <div className="grid gap-2.5">
          {choices.map((choice, index) => (
            <Button
              key={choice}
              ref={index === 0 ? focusOnce : undefined}
              aria-describedby={index === 0 ? costs : undefined}
              type={choice === 'keep_price' ? 'submit' : 'button'}
              variant={index === 0 ? 'lime' : 'outline'}
              size="sm"
              isBusy={move.isPending}
              disabled={!online}
              onClick={(event) => {
                // The second press of a double click on the place must not answer the question that the first one asked.
                if (isPressedAgain(event)) event.preventDefault();
                else if (choice !== 'keep_price') answer(choice);
              }}
            >
              {choiceText(choice, question)}
            </Button>
          ))}
          {!mayWaive && difference > 0 && <p className="text-small text-quiet">{moveTexts.managerKeeps}</p>}
          <Button variant="ghost" size="sm" aria-keyshortcuts="Escape" onClick={onClose}>
            {moveTexts.dontMove}
          </Button>
        </div>
      </form>
    </section>
  );
}

function isBeyondManager(cause: Error): boolean {
  return cause instanceof DeskProblem && cause.body.fields?.['choice'] === 'beyond_manager';
}

function choiceText(choice: MoveChoice, { price }: Question): string {
  const difference = price.total_paise - price.now_paise;
  switch (choice) {
    case 'charge':
      return difference > 0
        ? moveTexts.chargeMore(rupees(difference / 100))
        : moveTexts.chargeLess(rupees(price.total_paise / 100));
    case 'keep_price':
      return difference > 0 ? moveTexts.keep(rupees(price.now_paise / 100)) : moveTexts.leave;
    case 'refund':
      return moveTexts.refund(rupees(price.paid_too_much_paise / 100));
  }
}

import { useId, useState, type FormEvent } from 'react';
import { addDays } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval, type Approval } from '@/desk/approve/use-approval';
import { FormHead } from '@/desk/forms/FormHead';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { writeMessage } from '@/desk/api/write-failure';
import { decisionMessage } from './decision-message';
import { isReasonWrong } from './is-reason-wrong';
import { playersTexts } from './texts';
import { useLateFailure } from './use-late-failure';
import { useRereadPlayer } from './use-reread-player';

/** What a decision about a player says. */
export interface Decision {
  reason: string;
  /** The last day of a block; empty for other decisions. */
  last_day: string;
  approval?: Approval;
}

/** Refusals because the state of the player has changed: the page does not show the present one. */
const PAGE_IS_OLD = ['not_blocked', 'no_strike', 'not_forgiven', 'not_locked', 'player_erased'];

/** The most days of a block, today included, as on the server. */
const MOST_DAYS = 366;
/** The lengths of a block that are offered, in days, today included. */
const USUAL_DAYS = [7, 30, 90];

/** The last day of a block that lasts this number of days, today included. */
export function lastDayOf(today: string, days: number): string {
  return addDays(today, days - 1);
}

/**
 * The form of a decision about a player: the reason, the last day of a block, and the approval of a colleague if the
 * signed-in person may not decide alone. If it is closed while the decision is sent, a toast tells of a failure.
 */
export function DecisionForm<Done>({
  title,
  game,
  hint,
  submit,
  what,
  permission,
  venue,
  hasReason = true,
  given = '',
  days,
  write,
  onDone,
  onClose,
}: {
  title: string;
  /** The game that is decided about; the toast of a failure names it. */
  game?: string;
  hint?: string;
  submit: string;
  /** What a colleague approves. */
  what: string;
  permission: string;
  venue: number;
  hasReason?: boolean;
  /** The reason that was given before. */
  given?: string;
  /** Today, and the day that is proposed as the last one of a block. */
  days?: { today: string; last: string };
  write: (decision: Decision, key: string) => Promise<Done>;
  onDone: (done: Done, decision: Decision) => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const titleId = useId();
  const [reason, setReason] = useState(given);
  const [last_day, setLastDay] = useState(days?.last ?? '');
  const [wasTried, setWasTried] = useState(false);
  const approval = useApproval({ venue, permission, amount_paise: 0 });
  const way = useApprovalWay(approval);
  const reread = useRereadPlayer();
  const tellLate = useLateFailure(game === undefined ? title : `${title}: ${game}`, submit);
  const decide = useWrite<Done, Decision>({
    write,
    onSuccess: onDone,
    onError: (cause) => {
      approval.onRefused(cause);
      if (PAGE_IS_OLD.some((code) => hasCode(cause, code))) void reread();
      tellLate(cause);
    },
  });
  const typed = reason.trim();
  const isWrong = hasReason && isReasonWrong(typed);
  const latest = days === undefined ? '' : lastDayOf(days.today, MOST_DAYS);
  const isDayWrong = days !== undefined && (last_day === '' || last_day < days.today || last_day > latest);
  const refused = fieldsOf(decide.error);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!online || isWrong || isDayWrong) return;
    const approved = approval.read(way);
    if (approved === 'incomplete') return;
    decide.mutate({ reason: typed, last_day, ...(approved !== undefined && { approval: approved }) });
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={onSubmit}
      onKeyDown={closeOnEscape(onClose)}
      className="grid gap-3.5 rounded-xl border border-edge bg-card p-4"
    >
      <FormHead as="h3" id={titleId} title={title} close={playersTexts.close} onClose={onClose}>
        {hint !== undefined && <p className="mt-1 text-small text-quiet">{hint}</p>}
      </FormHead>
      {hasReason && (
        <TextField
          label={playersTexts.reason}
          error={(wasTried && isWrong) || refused['reason'] !== undefined ? playersTexts.reasonMissing : undefined}
          autoComplete="off"
          enterKeyHint="go"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {days !== undefined && (
        <div className="flex flex-wrap items-end gap-2.5">
          <div className="min-w-0 flex-1 basis-full sm:basis-44">
            <DateField
              label={playersTexts.lastDay}
              error={
                (wasTried && isDayWrong) || refused['last_day'] !== undefined ? playersTexts.lastDayWrong : undefined
              }
              min={days.today}
              max={latest}
              value={last_day}
              onChange={(event) => setLastDay(event.target.value)}
            />
          </div>
          <div className="flex flex-wrap gap-2.5 sm:pb-1">
            {USUAL_DAYS.map((count) => {
              const day = lastDayOf(days.today, count);
              return (
                <Button
                  key={count}
                  variant="outline"
                  size="sm"
                  aria-pressed={day === last_day}
                  onClick={() => setLastDay(day)}
                >
                  {playersTexts.forDays(count)}
                </Button>
              );
            })}
          </div>
        </div>
      )}
      {approval.isNeeded && <ApprovalFields form={approval} what={what} onClose={onClose} />}
      {decide.error !== null && !hasCode(decide.error, 'approval_needed') && !hasCode(decide.error, 'invalid') && (
        <Notice tone="warn" tight isLive>
          {writeMessage(decide.error, decisionMessage)}
        </Notice>
      )}
      {!online && <p className="text-small text-warn">{playersTexts.decisionOffline}</p>}
      <Button type="submit" size="md" isBusy={decide.isPending} disabled={!online} className="justify-self-start">
        {submit}
      </Button>
    </form>
  );
}

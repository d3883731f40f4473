import { CloudRain, Construction, X } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { countCharacters } from '@/lib/count-characters';
import { chipDay } from '@/lib/dates';
import { hasHiddenCharacter } from '@/lib/hidden-characters';
import { useConnection } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import type { ClosureCause, ClosurePreview, RunningGames } from '@/desk/api/closures';
import { fieldsOf, isOutcomeUnknown } from '@/desk/api/problem';
import { KeyHint } from '@/desk/booking/KeyHint';
import { focusOnce } from '@/desk/lib/focus-once';
import { minuteOn } from '@/desk/lib/minute-on';
import { neededText } from '@/desk/lib/needed-text';
import { spanOf } from './closing';
import { closingText } from './closing-text';
import { CourtsPart } from './CourtsPart';
import { EarlierClosures } from './EarlierClosures';
import { PreviewPart } from './PreviewPart';
import type { ClosurePartProps } from './ClosurePart';
import { ReasonPart } from './ReasonPart';
import { SpanPart } from './SpanPart';
import { closeTexts } from './texts';
import { useCloseCourts, type NewClosure } from './use-close-courts';
import { useClosing } from './use-closing';
import { usePreview } from './use-preview';

/** The longest reason that the server takes, in characters. */
const MOST_CHARACTERS = 120;

/** Chooses courts and hours, shows who plays there, and closes them. */
export function ClosePart(props: ClosurePartProps) {
  const { venue, day, now, board, model, mode, isWide, onClose, onWatch } = props;
  const { closing, change, toggle } = useClosing();
  const [cause, setCause] = useState<ClosureCause>(mode === 'rain' ? 'rain' : 'other');
  const [reason, setReason] = useState('');
  const [running, setRunning] = useState<RunningGames | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const close = useCloseCourts(venue.id, day, onWatch);
  const connection = useConnection();
  const off = connection === 'open' ? null : neededText(connection);
  const offId = useId();

  const nowMinute = minuteOn(day, venue.time_zone, now);
  const span = model === undefined ? null : spanOf(closing, model, nowMinute);
  const courts = model?.rows.map(({ court }) => court.id).filter((id) => closing.courts.includes(id)) ?? [];
  const about = { courts, day, from_minute: span?.from ?? 0, until_minute: span?.until ?? 0, cause };
  const preview = usePreview(
    venue.id,
    // The preview does not depend on the words of the reason.
    courts.length === 0 || span === null
      ? null
      : { ...about, reason: cause === 'other' ? closeTexts.causes.other : null },
    running,
    board?.version,
  );
  const { seen } = preview;
  const words = reason.trim();
  const reasonError = cause === 'other' ? reasonProblem(words) : undefined;
  const isForbidden = seen !== undefined && seen.bookings.length > 0 && !seen.may_displace;
  // A request that got no answer is sent again unchanged: "now" is another minute by then, which would be another
  // request.
  const unanswered = isOutcomeUnknown(close.error) ? close.variables : undefined;
  // A refusal is about the day for which it came.
  const refusal = unanswered === undefined && close.variables?.body.day === day ? close.error : null;
  const isReady = off === null && (unanswered !== undefined || (seen !== undefined && span !== null && !isForbidden));

  function clearRefusal(): void {
    if (close.isError && unanswered === undefined) close.reset();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!isReady) return;
    if (unanswered !== undefined) close.mutate(unanswered);
    else if (seen !== undefined && preview.isCurrent && reasonError === undefined) {
      const body = {
        ...about,
        reason: cause === 'other' ? words : null,
        running_games: preview.running,
        seen: seen.version,
      };
      const named = board?.courts.filter(({ id }) => courts.includes(id)) ?? [];
      close.mutate({ body, what: closingText(body, named) });
    }
  }

  const Icon = mode === 'rain' ? CloudRain : Construction;
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <header className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <p className="figures min-h-5 text-[.78125rem] text-quiet">{`${venue.name} · ${chipDay(day)}`}</p>
            <h2
              ref={isWide ? undefined : focusOnce}
              tabIndex={-1}
              className="display mt-1 flex items-center gap-3 text-[2.5rem] leading-none"
            >
              {mode === 'rain' ? closeTexts.titleRain : closeTexts.titleBlock}
              <Icon aria-hidden="true" className="size-8 shrink-0 text-note" strokeWidth={2.2} />
            </h2>
          </div>
          <IconButton
            label={closeTexts.close}
            aria-keyshortcuts="Escape"
            variant="ghost"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
            className="-mt-2 -mr-2"
          />
        </header>
        <EarlierClosures venue={venue.id} zone={venue.time_zone} day={day} version={board?.version} onWatch={onWatch} />
        {model !== undefined && (
          <CourtsPart
            {...props}
            model={model}
            chosen={courts}
            onCourts={(ids) => {
              clearRefusal();
              change({ courts: ids });
            }}
            onToggle={(court) => {
              clearRefusal();
              toggle(court);
            }}
          />
        )}
        {model !== undefined && span !== null && (
          <SpanPart
            model={model}
            span={span}
            nowMinute={nowMinute}
            onChange={(part) => {
              clearRefusal();
              change(part);
            }}
          />
        )}
        {model !== undefined && span === null && <Notice tight>{closeTexts.dayOver}</Notice>}
        <ReasonPart
          withCauses={mode === 'rain'}
          cause={cause}
          reason={reason}
          error={wasTried || words !== '' ? (reasonError ?? refusedReason(refusal)) : undefined}
          onCause={(next) => {
            clearRefusal();
            setCause(next);
          }}
          onReason={(next) => {
            clearRefusal();
            setReason(next);
          }}
        />
        {courts.length === 0 && <p className="text-small text-quiet">{closeTexts.chooseCourts}</p>}
        {courts.length > 0 && span !== null && seen === undefined && preview.failure === null && (
          <p role="status" className="text-small text-quiet">
            {closeTexts.looking}
          </p>
        )}
        {preview.failure !== null && (
          <LoadFailure
            title={closeTexts.failed}
            message={failureMessage(preview.failure)}
            retryLabel={closeTexts.retry}
            isBusy={preview.isFetching}
            onRetry={preview.retry}
            strip
          />
        )}
        {seen !== undefined && board !== undefined && courts.length > 0 && (
          <PreviewPart
            venue={venue}
            board={board}
            now={now}
            seen={seen}
            isCurrent={preview.isCurrent}
            running={preview.running}
            onRunning={setRunning}
          />
        )}
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {isForbidden && (
          <Notice tone="warn" tight>
            {closeTexts.notAllowed}
          </Notice>
        )}
        {unanswered !== undefined && (
          <Notice tone="warn" tight isLive title={unknownTitle(unanswered, day)}>
            {closeTexts.unknown}
          </Notice>
        )}
        {refusal !== null && fieldsOf(refusal)['reason'] === undefined && (
          <Notice tone="bad" tight isLive title={closeTexts.notClosed}>
            {failureMessage(refusal)}
          </Notice>
        )}
        <Button
          type="submit"
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          aria-keyshortcuts="Enter"
          isBusy={close.isPending || (isReady && unanswered === undefined && !preview.isCurrent)}
          disabled={!isReady}
          aria-describedby={off === null ? undefined : offId}
        >
          {unanswered === undefined ? submitLabel(courts.length, seen) : closeTexts.askAgain}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
        {off !== null && (
          <p id={offId} className="text-small font-semibold text-warn">
            {off}
          </p>
        )}
      </footer>
    </form>
  );
}

/** Names the courts and hours of a request without an answer, as others may be chosen by now, and its day if another one is shown. */
function unknownTitle({ body, what }: NewClosure, day: string): string {
  const place = body.day === day ? what : `${chipDay(body.day)}, ${what}`;
  return `${place}: ${closeTexts.unknownTitle}`;
}

function submitLabel(courts: number, seen: ClosurePreview | undefined): string {
  if (courts === 0) return closeTexts.titleBlock;
  const told = seen?.told ?? 0;
  return told === 0 ? closeTexts.submit(courts) : closeTexts.submitAndTell(courts, told);
}

function reasonProblem(words: string): string | undefined {
  if (words === '') return closeTexts.reasonMissing;
  if (countCharacters(words) > MOST_CHARACTERS) return closeTexts.reasonLong;
  return hasHiddenCharacter(words) ? closeTexts.reasonHidden : undefined;
}

function refusedReason(cause: Error | null): string | undefined {
  const code = fieldsOf(cause)['reason'];
  if (code === undefined) return undefined;
  if (code === 'characters') return closeTexts.reasonHidden;
  return code === 'length' ? closeTexts.reasonLong : closeTexts.reasonMissing;
}

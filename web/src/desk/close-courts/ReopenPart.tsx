import { Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Switch } from '@/ui/Switch';
import { focusOnce, takeLostFocus } from '@/desk/lib/focus-once';
import { watchTexts } from './texts';
import { reopenFailure, useReopen } from './use-watch-writes';

/** Opens the courts of a closure before its end, after asking whether the games without an answer take place. */
export function ReopenPart({
  closure,
  unanswered,
  off,
}: {
  closure: string;
  /** The number of games that are ahead and whose players have not answered. */
  unanswered: number;
  /** Why the courts cannot be opened now; null while they can. */
  off: string | null;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const [restoresGames, setRestoresGames] = useState(true);
  const reopen = useReopen(closure, () => setIsAsking(false));
  const failure = reopen.error === null ? null : reopenFailure(reopen.error);
  function keepClosed(): void {
    if (reopen.isPending) return;
    reopen.reset();
    setIsAsking(false);
  }
  if (!isAsking) {
    return (
      <Button
        ref={takeLostFocus}
        variant="outline"
        size="sm"
        wide
        className="mt-4"
        disabled={off !== null}
        icon={<Sun aria-hidden="true" className="size-4.5" />}
        onClick={() => setIsAsking(true)}
      >
        {watchTexts.open}
      </Button>
    );
  }
  return (
    <section
      aria-label={watchTexts.openTitle}
      className="mt-4 grid gap-3 rounded-lg border border-line bg-deeper p-3.5"
    >
      <h3 ref={focusOnce} tabIndex={-1} className="text-lead leading-tight font-bold">
        {watchTexts.openTitle}
      </h3>
      <p className="text-small text-quiet">{watchTexts.openText}</p>
      {unanswered > 0 && (
        <Switch
          label={watchTexts.restoreGames(unanswered)}
          hint={watchTexts.restoreGamesHint}
          on={restoresGames}
          onSwitch={setRestoresGames}
        />
      )}
      {failure !== null && (
        <Notice tone="bad" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="deep"
          size="sm"
          className="flex-1"
          isBusy={reopen.isPending}
          disabled={off !== null}
          onClick={() => reopen.mutate(unanswered > 0 && restoresGames)}
        >
          {watchTexts.confirmOpen}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-keyshortcuts="Escape"
          aria-disabled={reopen.isPending}
          onClick={keepClosed}
        >
          {watchTexts.keepClosed}
        </Button>
      </div>
    </section>
  );
}

import { useId, useState, type ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import { TextField } from '@/ui/Field';
import { may, type Me } from '@/desk/api/me';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { LONGEST_SHORT_TEXT } from '@/desk/lib/short-text';
import { useFocusBack } from '@/desk/lib/use-focus-back';
import { placeOf } from './ClosingList';
import { useCorrection, type DayGame } from './day-end';
import { closeDayTexts } from './texts';

/** The games of a closed day: the missed ones, and all of them. Staff with the permission correct one, with a reason. */
export function ClosedGames({ me, games }: { me: Me; games: readonly DayGame[] }) {
  const mayCorrect = may(me, 'booking.correct');
  const missed = games.filter(({ outcome }) => outcome === 'missed');
  const list = (shown: readonly DayGame[]) => (
    <ul className="rows rounded-lg border border-line bg-card">
      {shown.map((game) => (
        <Game key={game.order} game={game} mayCorrect={mayCorrect} />
      ))}
    </ul>
  );
  return (
    <>
      <Section title={closeDayTexts.missed}>
        {missed.length === 0 ? (
          <p className="rounded-lg border border-line bg-card p-4 text-quiet">{closeDayTexts.noMissed}</p>
        ) : (
          list(missed)
        )}
      </Section>
      {games.length === 0 ? (
        <p className="text-small text-quiet">{closeDayTexts.noGames}</p>
      ) : (
        <details className="group">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center text-small font-semibold underline underline-offset-4">
            {closeDayTexts.all(games.length)}
          </summary>
          <div className="mt-2">{list(games)}</div>
        </details>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lead font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Game({ game, mayCorrect }: { game: DayGame; mayCorrect: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  const place = placeOf(game);
  const wasMissed = game.outcome === 'missed';
  return (
    <li className="px-4 py-2.5">
      <div className="figures flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <span className="block font-bold wrap-anywhere">{game.name}</span>
          <span className="block text-[.8125rem] text-quiet">{place}</span>
        </div>
        <Pill tone={wasMissed ? 'warn' : 'good'}>{wasMissed ? closeDayTexts.wasMissed : closeDayTexts.played}</Pill>
        {mayCorrect && !isOpen && (
          <Button
            ref={opener}
            variant="ghost"
            size="sm"
            aria-label={
              wasMissed ? closeDayTexts.wasHereOf(game.name, place) : closeDayTexts.wasNotOf(game.name, place)
            }
            onClick={() => setIsOpen(true)}
          >
            {wasMissed ? closeDayTexts.wasHere : closeDayTexts.wasNot}
          </Button>
        )}
      </div>
      {isOpen && <CorrectionForm game={game} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

function CorrectionForm({ game, onClose }: { game: DayGame; onClose: () => void }) {
  const correction = useCorrection(game, onClose);
  // What the pressed button said, also if a colleague corrects the game meanwhile.
  const [outcome] = useState(game.outcome === 'missed' ? ('played' as const) : ('missed' as const));
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from its field
    <form
      noValidate
      onKeyDown={closeOnEscape(onClose)}
      className="mt-3 grid gap-3 pb-2 sm:max-w-lg"
      onSubmit={(event) => {
        event.preventDefault();
        const text = reason.trim();
        setIsMissing(text === '');
        if (text !== '') correction.mutate({ version: game.version, body: { outcome, reason: text } });
      }}
    >
      <TextField
        label={closeDayTexts.reason}
        value={reason}
        maxLength={LONGEST_SHORT_TEXT}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just asked for
        autoFocus
        error={isMissing ? closeDayTexts.reasonMissing : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="sm" isBusy={correction.isPending}>
          {closeDayTexts.correct}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {closeDayTexts.back}
        </Button>
      </div>
    </form>
  );
}

import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { Button } from '@/ui/Button';
import { CourtTile } from '@/ui/CourtTile';
import { Switch } from '@/ui/Switch';
import type { BoardModel } from '@/desk/day/board-model';
import { KeyHint } from '@/desk/booking/KeyHint';
import { useShortcutName } from '@/desk/lib/single-keys';
import { courtsOf } from './closing';
import { closeTexts } from './texts';

/** Chooses the courts to close: for rain all of a kind by one press, on a phone single ones by switches. */
export function CourtsPart({
  model,
  chosen,
  mode,
  isPhone,
  onCourts,
  onToggle,
}: {
  model: BoardModel;
  chosen: readonly number[];
  mode: 'rain' | 'block';
  isPhone: boolean;
  onCourts: (courts: number[]) => void;
  onToggle: (court: number) => void;
}) {
  const shortcut = useShortcutName();
  const hasOnlyOutdoor = courtsOf(model, 'OUTDOOR').length === model.rows.length;
  const kinds = [
    { type: 'OUTDOOR', text: closeTexts.allOutdoor, key: 'A' },
    { type: 'INDOOR', text: closeTexts.allIndoor, key: undefined },
    { type: null, text: closeTexts.everything, key: hasOnlyOutdoor ? 'A' : undefined },
  ] as const;
  const sets = kinds.map((kind) => ({ kind, courts: courtsOf(model, kind.type) }));
  // If all courts are of one kind, one chip is enough.
  const shown = sets.filter(
    ({ kind, courts }) => courts.length > 0 && (kind.type === null || courts.length < model.rows.length),
  );
  const isAll = (courts: readonly number[]) =>
    courts.length === chosen.length && courts.every((id) => chosen.includes(id));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.courts}</legend>
      {mode === 'rain' && (
        <div className="flex flex-wrap gap-2">
          {shown.map(({ kind, courts }) => (
            <Button
              key={kind.text}
              variant={isAll(courts) ? 'deep' : 'outline'}
              size="sm"
              aria-pressed={isAll(courts)}
              aria-keyshortcuts={shortcut(kind.key)}
              className="flex-auto whitespace-nowrap"
              onClick={() => onCourts(isAll(courts) ? [] : courts)}
            >
              {kind.text}
              {kind.key !== undefined && <KeyHint>{kind.key}</KeyHint>}
            </Button>
          ))}
        </div>
      )}
      {isPhone ? (
        <ul className="grid">
          {model.rows.map(({ court }) => (
            <li key={court.id} className="flex items-center gap-3 border-b border-line last:border-0">
              <CourtTile number={court.number} type={courtKind(court.type)} className="w-11 shrink-0" />
              <div className="min-w-0 flex-1">
                <Switch
                  label={courtName(court.name)}
                  on={chosen.includes(court.id)}
                  onSwitch={() => onToggle(court.id)}
                />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-small text-quiet">{closeTexts.onBoard}</p>
      )}
    </fieldset>
  );
}

import { Minus, Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { hourText, timeText } from '@/lib/dates';
import { IconButton } from '@/ui/IconButton';
import type { BoardModel } from '@/desk/day/board-model';
import { useShortcutName } from '@/desk/lib/single-keys';
import { endsAfter, hasDayBegun, startsAfter, type Closing, type ClosingSpan } from './closing';
import { closeTexts } from './texts';

/** Asks from when and until when the courts are closed. */
export function SpanPart({
  model,
  span,
  nowMinute,
  onChange,
}: {
  model: BoardModel;
  span: ClosingSpan;
  /** The `minuteOn` of the day on the board. */
  nowMinute: number | null;
  onChange: (part: Partial<Closing>) => void;
}) {
  const shortcut = useShortcutName();
  const ends = endsAfter(model, span.from);
  const chosen = ends.indexOf(span.until);
  const [earlier, later] = [ends[chosen - 1], ends[chosen + 1]];
  const starts = startsAfter(model, nowMinute);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.when}</legend>
      <Choice
        label={closeTexts.from}
        value={span.isNow ? '' : String(span.from)}
        onChange={(value) => onChange({ from: value === '' ? null : Number(value) })}
      >
        {hasDayBegun(model, nowMinute) && <option value="">{closeTexts.now(timeText(nowMinute))}</option>}
        {starts.map((minute) => (
          <option key={minute} value={minute}>
            {hourText(minute)}
          </option>
        ))}
      </Choice>
      <div className="flex items-end gap-2">
        <Choice
          label={closeTexts.until}
          value={String(span.until)}
          onChange={(value) => onChange({ until: Number(value) })}
        >
          {ends.map((minute, index) => (
            <option key={minute} value={minute}>
              {index === ends.length - 1 ? closeTexts.endOfDay(hourText(minute)) : hourText(minute)}
            </option>
          ))}
        </Choice>
        {/* They are not `disabled` at an end of the day, because that would take the focus away from the pressed one. */}
        <IconButton
          label={closeTexts.hourLess}
          aria-keyshortcuts={shortcut('Shift+U')}
          aria-disabled={earlier === undefined}
          icon={<Minus aria-hidden="true" className="size-4.5" />}
          onClick={() => earlier !== undefined && onChange({ until: earlier })}
          className="aria-disabled:opacity-50"
        />
        <IconButton
          label={closeTexts.hourMore}
          aria-keyshortcuts={shortcut('U')}
          aria-disabled={later === undefined}
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          onClick={() => later !== undefined && onChange({ until: later })}
          className="aria-disabled:opacity-50"
        />
      </div>
    </fieldset>
  );
}

/** A list to choose from, with its label beside it. */
function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <label htmlFor={id} className="w-12 shrink-0 text-small font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figures min-h-11 min-w-0 flex-1 rounded-md border-[1.5px] border-edge bg-card px-3 font-bold text-ink"
      >
        {children}
      </select>
    </div>
  );
}

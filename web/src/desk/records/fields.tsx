import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { DateField } from '@/ui/DateField';
import { controlClass, FieldFrame, TextField } from '@/ui/Field';
import type { Me } from '@/desk/api/me';
import type { RecordsSearch } from '@/desk/lib/records-search';
import { recordsTexts } from './texts';

export interface FilterProps {
  search: RecordsSearch;
  /** Changes parts of the address; undefined removes one. */
  onSearch: (changes: { [K in keyof RecordsSearch]?: string | undefined }) => void;
}

/** A filter with a few values, or any value. */
export function ChoiceFilter({
  label,
  any,
  options,
  value,
  onValue,
}: {
  label: string;
  /** The text of the choice of any value. */
  any: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onValue: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label}>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onValue(target.value === '' ? undefined : target.value)}
        className={`${controlClass(undefined)} pr-2`}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** The filter by venue; renders nothing if the person has only one. */
export function VenueFilter({ me, search, onSearch }: FilterProps & { me: Me }) {
  if (me.venues.length < 2) return null;
  return (
    <ChoiceFilter
      label={recordsTexts.venue}
      any={recordsTexts.allVenues}
      options={me.venues.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={search.venue}
      onValue={(venue) => onSearch({ venue })}
    />
  );
}

/** The filter by the first and the last day. */
export function DaysFilter({ search: { from, to }, onSearch }: FilterProps) {
  return (
    <div className="grid gap-4 max-xl:grid-cols-2">
      <DayFilter label={recordsTexts.from} day={from} max={to} onDay={(day) => onSearch({ from: day })} />
      <DayFilter label={recordsTexts.to} day={to} min={from} onDay={(day) => onSearch({ to: day })} />
    </div>
  );
}

/** The day in a typed text; undefined until all digits of its year are typed: until then the year begins with 0. */
function wholeDay(text: string): string | undefined {
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** One end of the filter by days, which applies once the whole day is typed. */
function DayFilter({
  label,
  day,
  min,
  max,
  onDay,
}: {
  label: string;
  day: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  // What the field shows while it has the focus. The address has a typed day only after the next render: if the field showed the day of
  // the address, each typed digit would be taken out again.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <DateField
      label={label}
      value={typed ?? day ?? ''}
      min={min}
      max={max}
      onChange={({ target }) => {
        const next = wholeDay(target.value);
        setTyped(target.value);
        if (next !== (typed === null ? day : wholeDay(typed))) onDay(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** How many digits the number of a booking has. */
const ORDER_DIGITS = 10;

/** The number of a booking in a typed text; undefined until all its digits are typed. */
function orderIn(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === ORDER_DIGITS ? digits : undefined;
}

/** The filter by the number of a booking, which applies once all its digits are typed. */
export function OrderFilter({ search: { order }, onSearch }: FilterProps) {
  /** What is typed, and the order of the address at that time. */
  const [typed, setTyped] = useState({ text: order ?? '', of: order });
  if (typed.of !== order) {
    // Another order than the typed one came from something other than this field.
    setTyped({ text: orderIn(typed.text) === order ? typed.text : (order ?? ''), of: order });
  }
  return (
    <TextField
      label={recordsTexts.order}
      hint={recordsTexts.orderHint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={14}
      value={typed.text}
      onChange={({ target }) => {
        const next = orderIn(target.value);
        setTyped({ text: target.value, of: order });
        // The address that the change before asked for may not be rendered yet, so `order` may be older than the typed text.
        if (next !== order || next !== orderIn(typed.text)) onSearch({ order: next, player: undefined });
      }}
    />
  );
}

/** The filter by the player that the address names; pressing it shows all players again. */
export function PlayerFilter({ name, search, onSearch }: FilterProps & { name: string | undefined }) {
  if (search.player === undefined) return null;
  const shown = name ?? recordsTexts.onePlayer;
  return (
    <button
      type="button"
      aria-label={`${shown}: ${recordsTexts.clear}`}
      onClick={() => onSearch({ player: undefined })}
      className="flex min-h-11 items-center justify-between gap-2 rounded-md border border-edge bg-raised px-3.5 text-left font-semibold hover:border-ink"
    >
      <span className="min-w-0 truncate">{shown}</span>
      <X aria-hidden="true" className="size-4.5 shrink-0" />
    </button>
  );
}

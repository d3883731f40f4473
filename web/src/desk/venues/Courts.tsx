import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { courtName } from '@/lib/court-name';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { RadioGroup } from '@/ui/RadioGroup';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { paths } from '@/desk/lib/paths';
import {
  byNumber,
  courtNameError,
  courtNumberError,
  MOST_COURTS,
  nextNumber,
  takeFreedNumbers,
  type CourtDraft,
} from './draft';
import { errorText } from './messages';
import { Section } from './Section';
import { venuesTexts } from './texts';

/** The courts of a venue, drawn from above, and the form of the chosen one below them. */
export function Courts({
  venue,
  courts,
  unpriced,
  chosen,
  isReadOnly,
  wasTried = false,
  onChoose,
  onEdit,
}: {
  /** The venue's id, for the link to its prices. */
  venue: number;
  courts: readonly CourtDraft[];
  /** The numbers of the active courts without a lasting price at any hour of the week. */
  unpriced: ReadonlySet<number>;
  /** The number of the chosen court. */
  chosen: number | null;
  isReadOnly: boolean;
  /** Whether the person has tried to save. */
  wasTried?: boolean;
  onChoose: (number: number | null) => void;
  onEdit: (courts: CourtDraft[]) => void;
}) {
  const open = courts.find(({ number }) => number === chosen);
  const others = courts.filter((court) => court !== open);
  function put(next: CourtDraft | null) {
    onEdit(takeFreedNumbers(next === null ? others : [...others, next]));
    onChoose(next?.number ?? null);
  }
  function add() {
    const number = nextNumber(courts);
    const last = courts.at(-1);
    const court = { number, name: '', isIndoor: last?.isIndoor ?? false, isActive: true, isNew: true };
    onEdit([...courts, court].toSorted(byNumber));
    onChoose(number);
  }
  return (
    <Section title={venuesTexts.courts} {...(!isReadOnly && { text: venuesTexts.courtsHint })}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {courts.map((court) => (
          <li key={court.number}>
            <CourtButton
              court={court}
              isUnpriced={unpriced.has(court.number)}
              isChosen={court.number === chosen}
              isReadOnly={isReadOnly}
              onChoose={() => onChoose(court.number === chosen ? null : court.number)}
            />
          </li>
        ))}
        {!isReadOnly && courts.length < MOST_COURTS && (
          <li>
            <button
              type="button"
              onClick={add}
              className="grid size-full min-h-24 place-content-center justify-items-center gap-1 rounded-lg border-[1.5px] border-dashed border-edge p-1 text-center text-small font-semibold text-quiet hover:border-ink hover:text-ink"
            >
              <Plus aria-hidden="true" className="size-5" />
              {venuesTexts.addCourt}
            </button>
          </li>
        )}
      </ul>
      {unpriced.size > 0 && (
        <Notice tone="warn" tight title={venuesTexts.noPrice}>
          <Link
            {...paths.prices(venue)}
            className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            {venuesTexts.toPrices}
          </Link>
        </Notice>
      )}
      {open !== undefined && !isReadOnly && (
        <CourtForm
          key={open.isNew ? 'new' : open.number}
          court={open}
          others={others}
          wasTried={wasTried}
          onEdit={put}
          onClose={() => onChoose(null)}
        />
      )}
    </Section>
  );
}

function nameOf({ name, number }: CourtDraft): string {
  return courtName(name.trim() || `Court ${number}`);
}

function CourtButton({
  court,
  isUnpriced,
  isChosen,
  isReadOnly,
  onChoose,
}: {
  court: CourtDraft;
  isUnpriced: boolean;
  isChosen: boolean;
  isReadOnly: boolean;
  onChoose: () => void;
}) {
  const type = court.isIndoor ? ('indoor' as const) : ('outdoor' as const);
  const label = [
    venuesTexts.courtNamed(nameOf(court), venuesTexts.types[type]),
    court.isActive ? '' : venuesTexts.retired,
    isUnpriced ? venuesTexts.noPrice : '',
  ]
    .filter(Boolean)
    .join(', ');
  const content = (
    <>
      <CourtDrawing number={court.number} type={type} state={court.isActive ? 'free' : 'taken'} className="w-12" />
      <span
        aria-hidden="true"
        className="line-clamp-2 w-full text-center text-[.75rem] leading-tight font-semibold wrap-anywhere"
      >
        {nameOf(court)}
      </span>
      <span aria-hidden="true" className={`text-[.75rem] ${isUnpriced ? 'font-bold text-warn' : 'text-quiet'}`}>
        {court.isActive ? venuesTexts.types[type] : venuesTexts.retired}
      </span>
    </>
  );
  const classes = 'grid w-full justify-items-center gap-1 rounded-lg border-[1.5px] p-2';
  if (isReadOnly) {
    return (
      <div role="img" aria-label={label} className={`${classes} border-transparent`}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`${classes} hover:border-edge ${isChosen ? 'border-solid bg-raised' : 'border-transparent'}`}
    >
      <span className="sr-only">{label}</span>
      {content}
    </button>
  );
}

function CourtForm({
  court,
  others,
  wasTried,
  onEdit,
  onClose,
}: {
  court: CourtDraft;
  others: readonly CourtDraft[];
  wasTried: boolean;
  /** Called with null to drop a court that is not saved yet. */
  onEdit: (court: CourtDraft | null) => void;
  onClose: () => void;
}) {
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true }), [court.isNew]);
  return (
    <fieldset ref={root} className="grid gap-4 rounded-lg border border-line bg-raised p-4">
      <legend className="sr-only">{nameOf(court)}</legend>
      <p aria-hidden="true" className="font-bold">
        {nameOf(court)}
      </p>
      <div className="grid gap-4 min-[30rem]:grid-cols-2 min-[30rem]:items-start">
        {court.isNew && <NumberField court={court} others={others} wasTried={wasTried} onEdit={onEdit} />}
        <TextField
          label={venuesTexts.courtName}
          hint={venuesTexts.courtNameHint(court.number)}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={court.name}
          error={wasTried ? errorText('court_name', courtNameError(court)) : undefined}
          onChange={(event) => onEdit({ ...court, name: event.target.value })}
        />
      </div>
      <RadioGroup
        legend={venuesTexts.type}
        options={(['outdoor', 'indoor'] as const).map((value) => ({ value, label: venuesTexts.types[value] }))}
        value={court.isIndoor ? 'indoor' : 'outdoor'}
        onChange={(type) => onEdit({ ...court, isIndoor: type === 'indoor' })}
      />
      {!court.isActive && <p className="text-small text-quiet">{venuesTexts.courtRetired}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="deep" size="sm" onClick={onClose}>
          {venuesTexts.closeCourt}
        </Button>
        {court.isNew ? (
          <Button variant="outline" size="sm" onClick={() => onEdit(null)}>
            {venuesTexts.dropCourt}
          </Button>
        ) : (
          <Button variant="outline" size="sm" onClick={() => onEdit({ ...court, isActive: !court.isActive })}>
            {court.isActive ? venuesTexts.retireCourt : venuesTexts.returnCourt}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/**
 * The number of a new court. Before a try to save, an error waits until the focus has left it, because typing 12 begins
 * with 1.
 */
function NumberField({
  court: { wrongNumber, ...court },
  others,
  wasTried,
  onEdit,
}: {
  court: CourtDraft;
  others: readonly CourtDraft[];
  wasTried: boolean;
  onEdit: (court: CourtDraft) => void;
}) {
  const [isTyping, setIsTyping] = useState(false);
  function change(typed: string) {
    setIsTyping(true);
    const isWrong = courtNumberError(typed, others) !== undefined;
    onEdit(isWrong ? { ...court, wrongNumber: typed } : { ...court, number: Number(typed) });
  }
  const problem = wrongNumber === undefined ? undefined : courtNumberError(wrongNumber, others);
  return (
    <TextField
      label={venuesTexts.number}
      inputMode="numeric"
      autoComplete="off"
      className="figures"
      value={wrongNumber ?? String(court.number)}
      error={isTyping && !wasTried ? undefined : errorText('number', problem)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setIsTyping(false)}
    />
  );
}

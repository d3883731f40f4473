import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame, FieldNotes, TextField, useFieldIds } from '@/ui/Field';
import type { Draft, FieldErrors } from './draft';
import { errorText } from './messages';
import { Section } from './Section';
import { venuesTexts } from './texts';

const KNOWN = ['parking', 'lockers', 'washroom', 'fb', 'floodlights'] as const;

interface FieldsProps {
  draft: Draft;
  wrong: FieldErrors;
  onEdit: (changes: Partial<Draft>) => void;
}

/** What players read about a venue, and the UPI address of its desk. */
export function AboutFields({ draft, wrong, onEdit }: FieldsProps) {
  return (
    <Section title={venuesTexts.about}>
      <div className="grid gap-4 min-[48rem]:grid-cols-2 min-[48rem]:items-start">
        <TextField
          label={venuesTexts.name}
          autoComplete="off"
          maxLength={80}
          value={draft.name}
          error={errorText('name', wrong['name'])}
          onChange={(event) => onEdit({ name: event.target.value })}
        />
        <TextField
          label={venuesTexts.location}
          hint={venuesTexts.locationHint}
          autoComplete="off"
          maxLength={80}
          value={draft.location}
          error={errorText('location', wrong['location'])}
          onChange={(event) => onEdit({ location: event.target.value })}
        />
      </div>
      <TextField
        label={venuesTexts.address}
        autoComplete="off"
        maxLength={600}
        value={draft.address}
        error={errorText('address', wrong['address'])}
        onChange={(event) => onEdit({ address: event.target.value })}
      />
      <TextField
        label={venuesTexts.map}
        hint={venuesTexts.mapHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={600}
        value={draft.map}
        error={errorText('map_url', wrong['map_url'])}
        onChange={(event) => onEdit({ map: event.target.value })}
      />
      <TextField
        label={venuesTexts.upi}
        hint={venuesTexts.upiHint}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        value={draft.upi}
        error={errorText('upi_address', wrong['upi_address'])}
        onChange={(event) => onEdit({ upi: event.target.value })}
      />
      <Facilities draft={draft} wrong={wrong} onEdit={onEdit} />
    </Section>
  );
}

/** The name of a known facility in the language of the screen; another one as it was written, `_` as a space. */
function facilityName(facility: string): string {
  const names = venuesTexts.facilityNames;
  return Object.hasOwn(names, facility) ? names[facility as keyof typeof names] : facility.replaceAll('_', ' ');
}

function Facilities({ draft, wrong, onEdit }: FieldsProps) {
  const [typed, setTyped] = useState('');
  const own = draft.facilities.filter((facility) => !KNOWN.includes(facility as (typeof KNOWN)[number]));
  const error = errorText('facilities', wrong['facilities']);
  const { id, aria } = useFieldIds(error, null);
  function add() {
    const facility = typed.trim();
    if (facility !== '' && !draft.facilities.includes(facility))
      onEdit({ facilities: [...draft.facilities, facility] });
    setTyped('');
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-semibold">{venuesTexts.facilities}</legend>
      <div className="flex flex-wrap gap-2">
        {KNOWN.map((facility) => (
          <button
            key={facility}
            type="button"
            aria-pressed={draft.facilities.includes(facility)}
            onClick={() =>
              onEdit({
                facilities: draft.facilities.includes(facility)
                  ? draft.facilities.filter((one) => one !== facility)
                  : [...draft.facilities, facility],
              })
            }
            className="min-h-11 rounded-full border-[1.5px] border-line px-4 text-small font-semibold text-quiet hover:border-edge hover:text-ink aria-pressed:border-solid aria-pressed:bg-solid aria-pressed:text-on-solid"
          >
            {facilityName(facility)}
          </button>
        ))}
        {own.map((facility) => (
          <span
            key={facility}
            className="flex min-h-11 items-center rounded-full border-[1.5px] border-solid bg-solid pl-4 text-small font-semibold text-on-solid"
          >
            <span className="wrap-anywhere">{facilityName(facility)}</span>
            <button
              type="button"
              aria-label={venuesTexts.removeFacility(facilityName(facility))}
              onClick={() => onEdit({ facilities: draft.facilities.filter((one) => one !== facility) })}
              className="grid size-11 place-items-center rounded-full"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </span>
        ))}
      </div>
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {venuesTexts.anotherFacility}
        </label>
        <input
          {...aria}
          id={id}
          placeholder={venuesTexts.anotherFacility}
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            // While a word is composed, as in Hindi, the key ends the composition.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className={controlClass(error)}
        />
        <Button variant="outline" size="sm" className="min-h-13" onClick={add}>
          {venuesTexts.addFacility}
        </Button>
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

/** The length of slots, the minutes of play in them, and the time zone of a venue. */
export function ClockFields({ draft, wrong, onEdit }: FieldsProps) {
  const zones = zonesWith(draft.zone);
  const error = errorText('time_zone', wrong['time_zone']);
  const { id, aria } = useFieldIds(error, null);
  return (
    <Section title={venuesTexts.clock}>
      <div className="grid gap-4 min-[30rem]:grid-cols-2 min-[30rem]:items-start">
        <TextField
          label={venuesTexts.slot}
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          value={draft.slot}
          error={errorText('slot_minutes', wrong['slot_minutes'])}
          onChange={(event) => onEdit({ slot: event.target.value })}
        />
        <TextField
          label={venuesTexts.play}
          hint={venuesTexts.playHint}
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          value={draft.play}
          error={errorText('play_minutes', wrong['play_minutes'])}
          onChange={(event) => onEdit({ play: event.target.value })}
        />
      </div>
      <FieldFrame id={id} label={venuesTexts.zone} error={error}>
        <select
          {...aria}
          id={id}
          value={draft.zone}
          onChange={(event) => onEdit({ zone: event.target.value })}
          className={`${controlClass(error)} read-only:bg-card!`}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </FieldFrame>
    </Section>
  );
}

/** The time zones that the browser lists, and `zone` if it lists that under another name, or not at all. */
function zonesWith(zone: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(zone) ? known : [zone, ...known];
}

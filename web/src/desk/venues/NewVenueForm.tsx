import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { fieldsOf as refusedFields, hasCode } from '@/desk/api/problem';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { CardPreview } from './CardPreview';
import {
  findErrors,
  findNewVenueErrors,
  MOST_COURTS,
  newVenueOf,
  typedWholeNumber,
  type Draft,
  type NewVenueDraft,
} from './draft';
import { typedPaise } from '@/desk/lib/typed-paise';
import { focusFirstWrong } from '@/desk/forms/focus-first-wrong';
import type { NewVenueEdit } from './edits';
import { errorText, isRefusedAsWhole } from './messages';
import { Photos } from './Photos';
import { Section } from './Section';
import { venuesTexts } from './texts';
import { VenueFailure } from './VenueFailure';
import { PHOTO_WRITE, useAdd, VENUE_ADDING } from './use-venue-writes';
import { AboutFields, ClockFields } from './VenueFields';

/** The fields that only this form shows. */
const FIELDS = ['outdoor', 'indoor', 'first_minute', 'last_minute', 'price_paise'];

/** The form that adds a venue. */
export function NewVenueForm({
  edited: { draft, forNew },
  onEdited,
  onProofNeeded,
  onAdded,
  onClose,
}: {
  /** Kept outside the form, so that typed text outlives it. */
  edited: NewVenueEdit;
  onEdited: (edit: (edited: NewVenueEdit) => NewVenueEdit) => void;
  onProofNeeded: () => void;
  /** Called when the venue is added, with whether the form is still shown. */
  onAdded: (id: number, isShown: boolean) => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  const isShown = useIsShown();
  const add = useAdd(isShown, onProofNeeded, (id) => onAdded(id, isShown()));
  // The form may have been opened again while the venue is being added.
  const isAdding = useIsMutating({ mutationKey: VENUE_ADDING }) > 0;
  const isUploading = useIsMutating({ mutationKey: PHOTO_WRITE }) > 0;
  const own = { ...findErrors(draft), ...findNewVenueErrors(forNew) };
  const refused = refusedFields(add.error);
  const wrong: Record<string, string> = { ...refused, ...(wasTried && own) };
  const hasRefusedField = Object.keys(refused).length > 0;
  useEffect(() => form.current?.querySelector<HTMLElement>('input[type="text"], input:not([type])')?.focus(), []);
  useEffect(() => {
    // The button is always visible, and what was refused may be scrolled out of sight.
    if (hasRefusedField) focusFirstWrong(form.current);
  }, [hasRefusedField]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (Object.keys(own).length > 0) {
      // Runs after the fields are rendered with their errors.
      queueMicrotask(() => focusFirstWrong(form.current));
      return;
    }
    if (online && !isAdding && !isUploading) add.mutate(newVenueOf(draft, forNew));
  }
  function saveByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Runs after the form is rendered with the facility that its field adds at this key.
    queueMicrotask(() => form.current?.requestSubmit());
  }
  function change(make: (now: NewVenueEdit) => Partial<NewVenueEdit>) {
    // A change during a save would be lost with the draft when it is saved.
    if (isAdding) return;
    add.reset();
    onEdited((now) => ({ ...now, ...make(now) }));
  }
  const edit = (changes: Partial<Draft>) => change((now) => ({ draft: { ...now.draft, ...changes } }));
  const editForNew = (changes: Partial<NewVenueDraft>) => change((now) => ({ forNew: { ...now.forNew, ...changes } }));
  const price = typedPaise(forNew.rupees);
  const courts = (typed: string) => Math.min(typedWholeNumber(typed) ?? 0, MOST_COURTS);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter saves from every field
    <form
      ref={form}
      noValidate
      aria-label={venuesTexts.newTitle}
      onSubmit={submit}
      onKeyDown={saveByKey}
      className="grid gap-4 min-[80rem]:grid-cols-[minmax(0,1fr)_20rem] min-[80rem]:items-start min-[80rem]:gap-6"
    >
      <div className="min-[80rem]:sticky min-[80rem]:top-0 min-[80rem]:order-2">
        <CardPreview
          name={draft.name}
          location={draft.location}
          image={draft.image}
          outdoor={courts(forNew.outdoor)}
          indoor={courts(forNew.indoor)}
          lowest={price}
          highest={price}
        />
      </div>
      <div className="grid min-w-0 gap-4">
        <p className="text-quiet">{venuesTexts.newText}</p>
        <AboutFields draft={draft} wrong={wrong} onEdit={edit} />
        <Section title={venuesTexts.courts} text={venuesTexts.countHint}>
          <div className="grid gap-4 min-[30rem]:grid-cols-2 min-[30rem]:items-start">
            <TextField
              label={venuesTexts.outdoorCount}
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              value={forNew.outdoor}
              error={errorText('outdoor', wrong['outdoor'])}
              onChange={(event) => editForNew({ outdoor: event.target.value })}
            />
            <TextField
              label={venuesTexts.indoorCount}
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              value={forNew.indoor}
              error={errorText('indoor', wrong['indoor'])}
              onChange={(event) => editForNew({ indoor: event.target.value })}
            />
          </div>
        </Section>
        <Section title={venuesTexts.week} text={venuesTexts.weekHint}>
          <div className="grid gap-4 min-[30rem]:grid-cols-2 min-[30rem]:items-start">
            <TextField
              label={venuesTexts.first}
              type="time"
              className="figures"
              value={forNew.firstStart}
              error={errorText('first_minute', wrong['first_minute'])}
              onChange={(event) => editForNew({ firstStart: event.target.value })}
            />
            <TextField
              label={venuesTexts.last}
              type="time"
              className="figures"
              value={forNew.lastStart}
              error={errorText('last_minute', wrong['last_minute'])}
              onChange={(event) => editForNew({ lastStart: event.target.value })}
            />
          </div>
          <TextField
            label={venuesTexts.price(typedWholeNumber(draft.slot) ?? 60)}
            hint={venuesTexts.priceHint}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            value={forNew.rupees}
            error={errorText('price_paise', wrong['price_paise'])}
            onChange={(event) => editForNew({ rupees: event.target.value })}
          />
        </Section>
        <ClockFields draft={draft} wrong={wrong} onEdit={edit} />
        <Photos
          draft={draft}
          wrong={wrong}
          isOff={isAdding}
          onEdit={(make) => change((now) => ({ draft: { ...now.draft, ...make(now.draft) } }))}
          onProofNeeded={onProofNeeded}
        />
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 rounded-xl border border-line bg-card p-4 shadow-pass">
          {add.error !== null && isRefusedAsWhole(add.error, FIELDS) && !hasCode(add.error, 'proof_needed') && (
            <VenueFailure cause={add.error} />
          )}
          {!online && <p className="text-small font-semibold text-warn">{venuesTexts.offline}</p>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" size="md" disabled={isAdding} onClick={onClose}>
              {venuesTexts.cancel}
            </Button>
            <Button type="submit" variant="lime" size="md" isBusy={isAdding} disabled={!online || isUploading}>
              {venuesTexts.make}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

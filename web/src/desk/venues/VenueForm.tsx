import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { fieldsOf as refusedFields, hasCode } from '@/desk/api/problem';
import { focusFirstWrong } from '@/desk/forms/focus-first-wrong';
import { CardPreview } from './CardPreview';
import { Courts } from './Courts';
import { changeOf, courtNameError, findErrors, type Draft } from './draft';
import { isSavedIn, rebase, unchangedEdit, type VenueEdit } from './edits';
import { LosingDialog } from './LosingDialog';
import { errorText, isRefusedAsWhole } from './messages';
import { Photos } from './Photos';
import { Section } from './Section';
import { venuesTexts } from './texts';
import { VenueFailure } from './VenueFailure';
import { useDecision } from './use-decision';
import { PHOTO_WRITE } from './use-venue-writes';
import { AboutFields, ClockFields } from './VenueFields';
import { venueMessage, venuesQuery, type Change, type Venue } from './venues';
import { WrongPart } from './WrongPart';

/** Changes a venue, its courts and pictures, and whether it can be booked. */
export function VenueForm({
  venue,
  edited,
  isOnly,
  onEdited,
  onProofNeeded,
}: {
  /** The venue as it was last read from the server. */
  venue: Venue;
  /** Kept outside the form, so that typed text outlives it. */
  edited: VenueEdit;
  /** Whether it is the only venue that can be booked. */
  isOnly: boolean;
  onEdited: (edit: (edited: VenueEdit) => VenueEdit) => void;
  onProofNeeded: () => void;
}) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  /** The form as it was sent last. */
  const sent = useRef(edited);
  const [chosen, setChosen] = useState<number | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const { base, draft, courts } = edited;
  const changed = changeOf(base, draft, courts);
  const isChanged = Object.keys(changed).length > 0;
  const decision = useDecision(base, onProofNeeded, (closed, { is_active: isActive }) => {
    setWasTried(false);
    setChosen(null);
    const saved = sent.current;
    const name = saved.draft.name.trim();
    if (isActive === false) toast.success(venuesTexts.retiredNow(name));
    else if (isActive === true) toast.success(venuesTexts.returnedNow(name));
    else toast.success(closed > 0 ? venuesTexts.savedClosed(closed) : venuesTexts.saved(name));
    const read = queryClient.getQueryData(venuesQuery.queryKey)?.venues.find(({ id }) => id === base.id);
    // What was typed while the form was saved stays unsaved, on top of the saved venue.
    onEdited((now) => rebase(now, saved, read ?? base));
  });
  // While a change is saved, a newer version may be that change.
  const isNewer = !decision.isBusy && venue.version !== base.version;
  // If the answer to a save was lost, a newer version has what was typed. A decision about bookings is sent again.
  const isSaved = isNewer && decision.asked === null && isSavedIn(edited, venue);
  const isStale = isNewer && !isSaved;
  const onSaved = useEffectEvent(() => {
    decision.reset();
    onEdited((now) => rebase(now, unchangedEdit(now.base), venue));
  });
  useEffect(() => {
    if (isSaved) onSaved();
  }, [isSaved]);
  const isUploading = useIsMutating({ mutationKey: PHOTO_WRITE }) > 0;
  const own = findErrors(draft);
  const refused = refusedFields(decision.error);
  const wrong = { ...refused, ...(wasTried && own) };
  const isRefused = isRefusedAsWhole(decision.error, ['courts']);
  // While bookings are decided about, the fields are behind a window.
  const showsRefusedField = Object.keys(refused).length > 0 && decision.asked === null;
  useEffect(() => {
    // The button is always visible, and what was refused may be scrolled out of sight.
    if (showsRefusedField) focusFirstWrong(form.current);
  }, [showsRefusedField]);

  function change(make: (now: VenueEdit) => Partial<VenueEdit>) {
    decision.reset();
    onEdited((now) => ({ ...now, ...make(now) }));
  }
  const edit = (changes: Partial<Draft>) => change((now) => ({ draft: { ...now.draft, ...changes } }));
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    const wrongCourt = courts.find((court) => court.wrongNumber !== undefined || courtNameError(court) !== undefined);
    if (wrongCourt !== undefined) setChosen(wrongCourt.number);
    if (Object.keys(own).length > 0 || wrongCourt !== undefined) {
      // Runs after the fields are rendered with their errors.
      queueMicrotask(() => focusFirstWrong(form.current));
      return;
    }
    if (!online || decision.isBusy || isUploading || !isChanged || isStale) return;
    save(changed);
  }
  function save(next: Partial<Change>) {
    sent.current = edited;
    decision.save(next);
  }
  function saveByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Runs after the form is rendered with the facility that its field adds at this key.
    queueMicrotask(() => form.current?.requestSubmit());
  }
  const active = courts.filter(({ isActive }) => isActive);
  const indoor = active.filter(({ isIndoor }) => isIndoor).length;
  const unpriced = new Set(
    venue.courts.filter((court) => court.is_active && !court.has_price).map(({ number }) => number),
  );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter saves from every field */}
      <form
        ref={form}
        noValidate
        aria-label={base.fields.name}
        onSubmit={submit}
        onKeyDown={saveByKey}
        tabIndex={-1}
        className="grid gap-4 outline-none min-[80rem]:grid-cols-[minmax(0,1fr)_20rem] min-[80rem]:items-start min-[80rem]:gap-6"
      >
        <div className="min-[80rem]:sticky min-[80rem]:top-0 min-[80rem]:order-2">
          <CardPreview
            name={draft.name}
            location={draft.location}
            image={draft.image}
            outdoor={active.length - indoor}
            indoor={indoor}
            lowest={venue.lowest_paise}
            highest={venue.highest_paise}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <Courts
            venue={venue.id}
            courts={courts}
            unpriced={unpriced}
            chosen={chosen}
            isReadOnly={false}
            wasTried={wasTried}
            onChoose={setChosen}
            onEdit={(next) => change(() => ({ courts: next }))}
          />
          {wrong['courts'] !== undefined && <WrongPart>{errorText('courts', wrong['courts'])}</WrongPart>}
          <AboutFields draft={draft} wrong={wrong} onEdit={edit} />
          <Photos
            draft={draft}
            wrong={wrong}
            isOff={decision.isBusy}
            onEdit={(make) => change((now) => ({ draft: { ...now.draft, ...make(now.draft) } }))}
            onProofNeeded={onProofNeeded}
          />
          <ClockFields draft={draft} wrong={wrong} onEdit={edit} />
          <RetireSection
            venue={venue}
            isOnly={isOnly}
            isDisabled={decision.isBusy || isUploading || isChanged}
            onChange={(isActive) => save({ is_active: isActive })}
          />
          {(isChanged || isStale || isRefused) && (
            <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 rounded-xl border border-line bg-card p-4 shadow-pass">
              {isStale ? (
                <Notice tone="warn" tight isLive title={venuesTexts.changedMeanwhile}>
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-2"
                    onClick={() => {
                      decision.reset();
                      // The number of the chosen court may belong to another one now.
                      setChosen(null);
                      onEdited((now) => rebase(now, unchangedEdit(now.base), venue));
                    }}
                  >
                    {venuesTexts.rebase}
                  </Button>
                </Notice>
              ) : (
                isRefused &&
                decision.asked === null &&
                !hasCode(decision.error, 'proof_needed') && <VenueFailure cause={decision.error as Error} />
              )}
              {!online && <p className="text-small font-semibold text-warn">{venuesTexts.offline}</p>}
              <div className="flex flex-wrap items-center gap-3">
                <p className="mr-auto text-small font-semibold text-quiet">{isChanged && venuesTexts.unsaved}</p>
                <Button
                  variant="outline"
                  size="md"
                  disabled={decision.isBusy}
                  onClick={() => {
                    decision.reset();
                    decision.close();
                    setWasTried(false);
                    setChosen(null);
                    onEdited(() => unchangedEdit(venue));
                  }}
                >
                  {venuesTexts.undo}
                </Button>
                <Button
                  type="submit"
                  variant="lime"
                  size="md"
                  isBusy={decision.isBusy}
                  disabled={!online || isUploading || isStale || !isChanged}
                >
                  {venuesTexts.save}
                </Button>
              </div>
            </div>
          )}
        </div>
      </form>
      {decision.asked !== null && (
        <LosingDialog
          losing={decision.asked.losing}
          choices={decision.choices}
          reason={decision.reason}
          isNewList={decision.asked.isNew}
          isBusy={decision.isBusy}
          problem={
            decision.error === null || hasCode(decision.error, 'bookings_lose_place')
              ? null
              : venueMessage(decision.error)
          }
          onChoose={decision.choose}
          onReason={decision.setReason}
          onDecided={decision.decide}
          onClose={decision.close}
        />
      )}
    </>
  );
}

/** Retires the venue or brings it back. */
function RetireSection({
  venue,
  isOnly,
  isDisabled,
  onChange,
}: {
  venue: Venue;
  isOnly: boolean;
  isDisabled: boolean;
  onChange: (isActive: boolean) => void;
}) {
  const online = useOnline();
  const [isAsking, setIsAsking] = useState(false);
  if (!venue.is_active) {
    return (
      <Section title={venuesTexts.retired} text={venuesTexts.returnText}>
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          disabled={!online || isDisabled}
          onClick={() => onChange(true)}
        >
          {venuesTexts.returnVenue}
        </Button>
      </Section>
    );
  }
  return (
    <Section title={venuesTexts.state} text={venuesTexts.retireText}>
      {venue.has_open_shift && <p className="text-small font-semibold text-warn">{venuesTexts.openShift}</p>}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={!online || isDisabled || venue.has_open_shift}
        onClick={() => setIsAsking(true)}
      >
        {venuesTexts.retire}
      </Button>
      <Dialog
        open={isAsking}
        size="sm"
        title={venuesTexts.retireAsk(venue.fields.name)}
        onClose={() => setIsAsking(false)}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="outline" size="md" onClick={() => setIsAsking(false)}>
              {venuesTexts.cancel}
            </Button>
            <Button
              variant="deep"
              size="md"
              onClick={() => {
                setIsAsking(false);
                onChange(false);
              }}
            >
              {venuesTexts.retireYes}
            </Button>
          </div>
        }
      >
        <div className="grid gap-2">
          <p>{venuesTexts.retireText}</p>
          {isOnly && <p className="font-semibold text-warn">{venuesTexts.retireLast}</p>}
        </div>
      </Dialog>
    </Section>
  );
}

import { useId } from 'react';
import { Checkbox } from '@/ui/Checkbox';
import { DateField } from '@/ui/DateField';
import { FieldNotes, TextField } from '@/ui/Field';
import { RadioGroup } from '@/ui/RadioGroup';
import { Notice } from '@/ui/Notice';
import { activeVenues, allVenuesOf, type Me } from '@/desk/api/me';
import { countText } from '@/desk/lib/count-text';
import type { Coupon } from './coupons';
import { MOST_USES, MOST_USES_OF_ONE, type Draft, type FieldErrors } from './draft';
import { couponsTexts } from './texts';

interface FieldsProps {
  draft: Draft;
  wrong: FieldErrors;
  onEdit: (changes: Partial<Draft>) => void;
}

/** The code of a new coupon, the discount, and the lowest price for which it is valid. */
export function TermFields({ draft, wrong, isNew, onEdit }: FieldsProps & { isNew: boolean }) {
  const { kind } = draft;
  const id = useId();
  // One message below the two fields of a percentage: that of the second one only if the first one is right.
  const problemId = (wrong.discount ?? wrong.max_discount_paise) !== undefined && kind === 'percent' ? id : undefined;
  return (
    <>
      {isNew && (
        <TextField
          label={couponsTexts.code}
          hint={couponsTexts.codeHint}
          error={messageIn(couponsTexts.wrong.code, wrong.code)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="uppercase"
          value={draft.code}
          onChange={(event) => onEdit({ code: event.target.value })}
        />
      )}
      <RadioGroup
        legend={couponsTexts.kind}
        options={(['percent', 'flat'] as const).map((value) => ({ value, label: couponsTexts.kinds[value] }))}
        value={kind}
        onChange={(next) => onEdit({ kind: next })}
      />
      <div className={kind === 'percent' ? 'grid grid-cols-2 items-end gap-3' : ''}>
        <TextField
          label={couponsTexts[kind]}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          aria-invalid={wrong.discount === undefined ? undefined : true}
          {...(wrong.discount !== undefined && describedBy(problemId))}
          value={kind === 'percent' ? draft.percent : draft.flat}
          onChange={(event) =>
            onEdit(kind === 'percent' ? { percent: event.target.value } : { flat: event.target.value })
          }
          {...errorOf(kind === 'flat' ? messageIn(couponsTexts.wrong.flat, wrong.discount) : undefined)}
        />
        {kind === 'percent' && (
          <TextField
            label={couponsTexts.most}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            aria-invalid={wrong.max_discount_paise === undefined ? undefined : true}
            {...(wrong.discount === undefined && describedBy(problemId))}
            value={draft.most}
            onChange={(event) => onEdit({ most: event.target.value })}
          />
        )}
      </div>
      {problemId !== undefined && (
        <Problem
          id={problemId}
          text={
            messageIn(couponsTexts.wrong.percent, wrong.discount) ??
            `${couponsTexts.most}: ${couponsTexts.wrong.amount}`
          }
        />
      )}
      <TextField
        label={couponsTexts.leastField}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        error={wrong.min_amount_paise && couponsTexts.wrong.amount}
        value={draft.least}
        onChange={(event) => onEdit({ least: event.target.value })}
      />
    </>
  );
}

/** The days, venues, limits and note; if `isFixed`, because the coupon was used, only those that can still change. */
export function BoundFields({
  me,
  seen,
  draft,
  wrong,
  isFixed,
  onEdit,
}: FieldsProps & { me: Me; seen: Coupon | undefined; isFixed: boolean }) {
  const id = useId();
  return (
    <>
      <div className={isFixed ? '' : 'grid grid-cols-2 gap-3'}>
        {!isFixed && (
          <DateField
            label={couponsTexts.from}
            value={draft.from}
            error={wrong.from && couponsTexts.wrong.day}
            onChange={(event) => onEdit({ from: event.target.value })}
          />
        )}
        <DateField
          label={couponsTexts.until}
          value={draft.until}
          aria-invalid={wrong.until === undefined ? undefined : true}
          {...describedBy(wrong.until === undefined ? undefined : id)}
          onChange={(event) => onEdit({ until: event.target.value })}
        />
      </div>
      {wrong.until === undefined ? (
        <p className="-mt-2 text-small text-quiet">{couponsTexts.daysHint}</p>
      ) : (
        <Problem id={id} text={untilProblem(wrong.until, seen === undefined)} />
      )}
      {!isFixed && <VenueFields me={me} seen={seen} draft={draft} wrong={wrong} onEdit={onEdit} />}
      <TextField
        label={couponsTexts.limit}
        inputMode="numeric"
        autoComplete="off"
        className="figures"
        error={limitProblem(wrong.total_limit, MOST_USES)}
        value={draft.limit}
        onChange={(event) => onEdit({ limit: event.target.value })}
      />
      {!isFixed && (
        <TextField
          label={couponsTexts.limitOfOne}
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          error={limitProblem(wrong.per_customer_limit, MOST_USES_OF_ONE)}
          value={draft.limitOfOne}
          onChange={(event) => onEdit({ limitOfOne: event.target.value })}
        />
      )}
      <TextField
        label={couponsTexts.noteField}
        hint={couponsTexts.noteHint}
        autoComplete="off"
        error={wrong.note && couponsTexts.tooLong}
        value={draft.note}
        onChange={(event) => onEdit({ note: event.target.value })}
      />
    </>
  );
}

/**
 * The venues at which the coupon is valid; not shown if there is no choice. A retired one is among them if the coupon
 * is valid there. `seen` is the coupon that is changed.
 */
function VenueFields({ me, seen, draft, wrong, onEdit }: FieldsProps & { me: Me; seen: Coupon | undefined }) {
  const id = useId();
  const isOwner = me.staff.role === 'owner';
  const { venues } = draft;
  if (me.strength === 'pin') return <Notice tight>{couponsTexts.byPin(allVenuesOf(me)[0]?.name ?? '')}</Notice>;
  const own = activeVenues(me);
  const listed = allVenuesOf(me).filter(
    ({ id: one }) =>
      own.some((venue) => venue.id === one) || seen?.venues?.includes(one) === true || venues?.includes(one) === true,
  );
  const hasChoice = listed.length > 1 || (venues !== null && venues.length !== 1);
  if (!hasChoice || (venues === null && !isOwner)) return null;
  return (
    <fieldset className="grid" aria-describedby={wrong.venues === undefined ? undefined : `${id}-error`}>
      <legend className="text-small font-semibold">{couponsTexts.venues}</legend>
      {isOwner && (
        <Checkbox
          label={couponsTexts.allVenues}
          checked={venues === null}
          onChange={(event) => onEdit({ venues: event.target.checked ? null : own.map((venue) => venue.id) })}
        />
      )}
      {venues !== null &&
        listed.map((venue) => (
          <Checkbox
            key={venue.id}
            label={venue.name}
            aria-invalid={wrong.venues === undefined ? undefined : true}
            checked={venues.includes(venue.id)}
            onChange={(event) =>
              onEdit({
                venues: event.target.checked ? [...venues, venue.id] : venues.filter((one) => one !== venue.id),
              })
            }
          />
        ))}
      <FieldNotes id={id} error={wrong.venues && couponsTexts.wrong.venues} />
    </fieldset>
  );
}

function Problem({ id, text }: { id: string; text: string }) {
  return (
    <div className="-mt-2">
      <FieldNotes id={id} error={text} />
    </div>
  );
}

/** Connects a field with the message of a `Problem`; nothing without one. */
function describedBy(problemId: string | undefined): { 'aria-describedby'?: string } {
  return problemId === undefined ? {} : { 'aria-describedby': `${problemId}-error` };
}

/** The message of an error code; undefined if there is no error. */
function messageIn(texts: Readonly<Record<string, string>>, code: string | undefined): string | undefined {
  return code === undefined ? undefined : (texts[code] ?? texts['range']);
}

function errorOf(error: string | undefined): { error?: string } {
  return error === undefined ? {} : { error };
}

function untilProblem(code: string, isNew: boolean): string {
  if (code === 'past') return isNew ? couponsTexts.wrong.past_of_new : couponsTexts.wrong.past;
  return code === 'before_from' ? couponsTexts.wrong.before_from : couponsTexts.wrong.day;
}

function limitProblem(code: string | undefined, most: number): string | undefined {
  if (code === undefined) return undefined;
  return code === 'below_used' ? couponsTexts.wrong.below_used : couponsTexts.wrong.limit(countText(most));
}

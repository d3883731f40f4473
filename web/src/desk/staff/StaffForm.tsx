import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { nationalDigits } from '@/lib/phone';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { PhoneField } from '@/ui/PhoneField';
import { RadioGroup } from '@/ui/RadioGroup';
import { call } from '@/desk/api/client';
import { fieldsOf, hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { noVenueText } from '@/desk/layout/missing-venue';
import { deskLayoutTexts } from '@/desk/layout/texts';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { phoneProblem } from '@/desk/lib/phone-problem';
import { roleTexts } from '@/desk/lib/role-texts';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { findErrors, rolesOf, withOrWithout, type Draft, type FieldErrors } from './draft';
import { DENIABLE, staffFailure, useRereadStaff } from './staff';
import type { StaffProps } from './staff-props';
import { staffTexts } from './texts';

/** The key of the mutations that save a member of staff. */
const STAFF_SAVING = ['staff saving'];

/** Adds a member of staff and makes their first link, or changes a member of staff. */
export function StaffForm({ me, draft, onDraft, onLink, onProofNeeded }: Omit<StaffProps, 'draft'> & { draft: Draft }) {
  const online = useOnline();
  const reread = useRereadStaff();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const name = draft.full_name.trim();
  const phone = nationalDigits(draft.phone);
  const isShown = useIsShown();
  const fail = (cause: Error) => {
    if (!isShown()) toastWriteFailure(cause, staffTexts.notDone, staffFailure);
    else if (hasCode(cause, 'proof_needed')) onProofNeeded();
    // The list is read again, so that it has the newest versions, and the colleague whose number was typed, whom another person or a
    // request without an answer has added.
    if (hasCode(cause, 'changed_meanwhile') || hasCode(cause, 'phone_taken') || isOutcomeUnknown(cause)) void reread();
  };
  // A person who left the screen while this draft was saved may have begun another one.
  const drop = (id: Draft['id']) => onDraft((now) => (now?.id === id ? null : now));
  const add = useWrite<{ id: string }, Draft>({
    mutationKey: STAFF_SAVING,
    write: (written, key) =>
      call('post', '/api/desk/staff', {
        body: { full_name: name, phone, role: written.role, ...limitsOf(written) },
        key,
      }),
    onSuccess: async ({ id }) => {
      drop(null);
      toast.success(staffTexts.added(name));
      await makeLink
        .mutateAsync(id)
        .catch((cause: Error) => toastWriteFailure(cause, staffTexts.notDone, staffFailure));
      await reread();
    },
    onError: fail,
  });
  const makeLink = useWrite({
    write: (id: string, key) => call('post', '/api/desk/staff/{id}/links', { params: { id }, key }),
    onSuccess: (link) => onLink({ name, phone, link }),
  });
  const edit = useWrite<{ version: number }, Draft & { id: string }>({
    mutationKey: STAFF_SAVING,
    write: ({ id, version, ...written }, key) =>
      call('patch', '/api/desk/staff/{id}', {
        params: { id },
        body: { full_name: name, role: written.role, ...limitsOf(written) },
        version,
        key,
      }),
    onSuccess: (_, { id }) => {
      drop(id);
      toast.success(staffTexts.saved(name));
      return reread();
    },
    onError: fail,
  });
  const failure = add.error ?? edit.error;
  // The form may have been opened again while a member of staff is being saved.
  const isBusy = useIsMutating({ mutationKey: STAFF_SAVING }) > 0;
  const refused = refusedBy(failure);
  const wrong = { ...(wasTried && findErrors(draft)), ...refused };
  const hasFieldMessage = Object.keys(refused).length > 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    const [first] = Object.keys(findErrors(draft));
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    if (!online || isBusy) return;
    const { id } = draft;
    if (id === null) add.mutate(draft);
    else edit.mutate({ ...draft, id });
  }
  function change(changes: Partial<Draft>) {
    // A change during a save would be lost with the draft when it is saved.
    if (!isBusy) onDraft({ ...draft, ...changes });
  }
  const title = draft.id === null ? staffTexts.newTitle : staffTexts.editTitle(name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves from each of its fields
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && !isBusy && onDraft(null)}
      className={`grid gap-5 ${draft.id === null ? 'rounded-xl border border-line bg-card p-5 md:p-6' : ''}`}
    >
      <h2 className="text-lead font-bold">{title}</h2>
      {failure !== null && !hasFieldMessage && !hasCode(failure, 'proof_needed') && (
        <Notice tone="bad" tight isLive>
          {writeMessage(failure, staffFailure)}
        </Notice>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={staffTexts.name}
          name="full_name"
          hint={staffTexts.nameHint}
          error={wrong.full_name && staffTexts.wrong.full_name}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={draft.full_name}
          onChange={(event) => change({ full_name: event.target.value })}
        />
        {draft.id === null && (
          <PhoneField
            label={staffTexts.phone}
            name="phone"
            hint={staffTexts.phoneHint}
            error={wrong.phone && phoneProblem(draft.phone, staffTexts.wrong.phone)}
            autoComplete="off"
            value={draft.phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
        )}
      </div>
      <RadioGroup
        legend={staffTexts.role}
        options={rolesOf(me).map((value) => ({
          value,
          label: roleTexts[value],
          hint: staffTexts.roleHints[value],
        }))}
        value={draft.role}
        onChange={(role) => change({ role })}
      />
      {draft.role !== 'owner' && (
        <>
          <fieldset className="grid" aria-describedby={wrong.venues ? 'staff-venues-error' : undefined}>
            <legend className="text-small font-semibold">{staffTexts.venues}</legend>
            {me.venues.map((venue) => (
              <Checkbox
                key={venue.id}
                name="venues"
                label={venue.is_retired ? `${venue.name} · ${deskLayoutTexts.retired}` : venue.name}
                checked={draft.venues.includes(venue.id)}
                onChange={(event) => change({ venues: withOrWithout(draft.venues, venue.id, event.target.checked) })}
              />
            ))}
            {me.venues.length === 0 && <p className="text-small text-warn">{noVenueText(me, staffTexts.noVenue)}</p>}
            {wrong.venues && me.venues.length > 0 && (
              <p id="staff-venues-error" className="text-small font-semibold text-bad">
                {staffTexts.wrong.venues}
              </p>
            )}
          </fieldset>
          <fieldset className="grid">
            <legend className="text-small font-semibold">{staffTexts.denied}</legend>
            <p className="text-small text-quiet">{staffTexts.deniedHint}</p>
            {DENIABLE.map(([permission, text]) => (
              <Checkbox
                key={permission}
                label={staffTexts.permissions[text]}
                checked={draft.denied.includes(permission)}
                onChange={(event) => change({ denied: withOrWithout(draft.denied, permission, event.target.checked) })}
              />
            ))}
          </fieldset>
        </>
      )}
      {!online && <p className="text-small text-warn">{staffTexts.offline}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="deep" size="sm" isBusy={isBusy} disabled={!online}>
          {draft.id === null ? staffTexts.addAndLink : staffTexts.save}
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => onDraft(null)}>
          {staffTexts.stop}
        </Button>
      </div>
    </form>
  );
}

/** Where a person works and what they may not do. An owner may do everything, everywhere, also after another role with limits. */
function limitsOf({ role, venues, denied }: Pick<Draft, 'role' | 'venues' | 'denied'>) {
  return role === 'owner' ? { venues: [], denied: [] } : { venues: [...venues], denied: [...denied] };
}

/** The fields that the server refused. */
function refusedBy(cause: Error | null): FieldErrors {
  const fields = fieldsOf(cause);
  return {
    ...('full_name' in fields && { full_name: true as const }),
    ...('phone' in fields && { phone: true as const }),
    ...('venues' in fields && { venues: true as const }),
  };
}

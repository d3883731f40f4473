import { queryOptions, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { TextField } from '@/ui/Field';
import { LoadFailure } from '@/ui/LoadFailure';
import { call } from '@/desk/api/client';
import { approveTexts } from './texts';
import type { ApprovalForm } from './use-approval';

const approversQuery = (venue: number, permission: string) =>
  queryOptions({
    queryKey: ['approvers', venue, permission],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/venues/{venue}/approvers', { params: { venue }, query: { permission }, signal }),
    staleTime: 60_000,
  });

/** Whether the colleague types a PIN: where it is enough, they have one, and they did not choose the code. */
export function useIsPin({ venue, permission, amount_paise, staff, byCode, isNeeded }: ApprovalForm): boolean {
  const { data } = useQuery({ ...approversQuery(venue, permission), enabled: isNeeded });
  const person = data?.people.find(({ id }) => id === staff);
  return byCode !== true && person?.has_pin === true && amount_paise <= (data?.pin_limit_paise ?? 0);
}

/** In the form of what has to be approved: what will be done, who approves it, and their PIN or code. Enter sends the form. */
export function ApprovalFields({ form, what, onClose }: { form: ApprovalForm; what: string; onClose: () => void }) {
  const { venue, permission, amount_paise, staff, secret, needsOwner, wasTried, byCode, change } = form;
  const query = useQuery(approversQuery(venue, permission));
  const isPin = useIsPin(form);
  const people = (query.data?.people ?? []).filter(({ role }) => !needsOwner || role === 'owner');
  const person = people.find(({ id }) => id === staff);
  const mayPin = person?.has_pin === true && amount_paise <= (query.data?.pin_limit_paise ?? 0);
  return (
    <fieldset className="grid gap-3 rounded-lg border border-edge p-3.5">
      <legend className="sr-only">{approveTexts.who}</legend>
      <p className="figures flex gap-2 text-small font-semibold">
        <KeyRound aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        {`${what} ${needsOwner ? approveTexts.owner : approveTexts.manager}`}
      </p>
      {query.data === undefined && query.error === null && (
        <p role="status" className="text-small text-quiet">
          {approveTexts.loading}
        </p>
      )}
      {query.data === undefined && query.error !== null && (
        <LoadFailure
          title={approveTexts.failed}
          message={failureMessage(query.error)}
          retryLabel={approveTexts.retry}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
          strip
        />
      )}
      {query.data !== undefined && people.length === 0 && <p className="text-small">{approveTexts.nobody}</p>}
      {people.length > 0 && (
        <div role="radiogroup" aria-label={approveTexts.who} className="flex flex-wrap gap-2">
          {people.map(({ id, name }, index) => (
            <label
              key={id}
              className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge px-3.5 text-small font-semibold has-checked:bg-solid has-checked:text-on-solid has-focus-visible:halo"
            >
              <input
                ref={index === 0 ? focusOnce : undefined}
                type="radio"
                name="approver"
                value={id}
                checked={id === staff}
                onChange={() => change({ staff: id, secret: '', byCode: null })}
                className="sr-only"
              />
              {name}
            </label>
          ))}
        </div>
      )}
      {people.length > 0 && person === undefined && wasTried && (
        <p role="alert" className="text-small font-semibold text-bad">
          {approveTexts.choose}
        </p>
      )}
      {person !== undefined && (
        <TextField
          key={`${person.id}-${String(isPin)}`}
          ref={focusOnce}
          label={isPin ? approveTexts.pinOf(person.name) : approveTexts.codeOf(person.name)}
          error={wasTried && secret.length < 6 ? approveTexts.sixDigits : undefined}
          type={isPin ? 'password' : 'text'}
          name="approval"
          inputMode="numeric"
          autoComplete={isPin ? 'off' : 'one-time-code'}
          enterKeyHint="go"
          maxLength={7}
          value={secret}
          onChange={(event) => change({ secret: event.target.value.replaceAll(/\D/g, '').slice(0, 6) })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }}
          className="figures tracking-[.2em]"
        />
      )}
      {mayPin && (
        <button
          type="button"
          onClick={() => change({ byCode: byCode !== true, secret: '' })}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {isPin ? approveTexts.byCode : approveTexts.byPin}
        </button>
      )}
    </fieldset>
  );
}

/** On a phone the fields are below the fold of the panel, so it scrolls to them. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}

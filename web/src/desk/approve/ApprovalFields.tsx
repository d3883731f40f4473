import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fingerprint, KeyRound } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { lazyPart } from '@/lib/lazy-part';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { isPaired } from '@/desk/lib/paired-device';
import { openPart } from '@/desk/lib/part-translations';
import { supportsPasskeys } from '@/desk/passkeys/supports-passkeys';
import { approveTexts } from './texts';
import type { ApprovalForm, ApprovalWay } from './use-approval';

const CannotApprove = lazyPart(async () => (await openPart(() => import('./CannotApprove'), 'cannot-approve')).default);

const approversQuery = (venue: number, permission: string) =>
  queryOptions({
    queryKey: ['approvers', venue, permission],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/venues/{venue}/approvers', { params: { venue }, query: { permission }, signal }),
    staleTime: 60_000,
  });

type Approvers = components['schemas']['Approvers'];

/** Whether a PIN is enough. On a device that is not paired the limit is 0 and no PIN counts, also if no amount is decided. */
function isPinEnough({ amount_paise, isPinTooWeak }: ApprovalForm, { pin_limit_paise }: Approvers): boolean {
  return !isPinTooWeak && amount_paise <= pin_limit_paise && (pin_limit_paise > 0 || isPaired());
}

/** The ways in which the chosen colleague can approve here, the quickest first. */
function waysOf(form: ApprovalForm, approvers: Approvers | undefined): ApprovalWay[] {
  const person = approvers?.people.find(({ id }) => id === form.staff);
  if (approvers === undefined || person === undefined) return [];
  const ways: ApprovalWay[] = [];
  if (person.has_pin && isPinEnough(form, approvers)) ways.push('pin');
  if (person.has_app) ways.push('code');
  if (person.has_passkey && supportsPasskeys()) ways.push('passkey');
  return ways;
}

function wayOf(form: ApprovalForm, ways: readonly ApprovalWay[]): ApprovalWay {
  return ways.find((way) => way === form.way) ?? ways[0] ?? 'passkey';
}

/** The way by which the chosen colleague approves: the one that they chose if it is enough, else the quickest that is; passkey if none is. */
export function useApprovalWay(form: ApprovalForm): ApprovalWay {
  const { data } = useQuery({ ...approversQuery(form.venue, form.permission), enabled: form.isNeeded });
  return wayOf(form, waysOf(form, data));
}

/**
 * The fields of a form that needs an approval: what is done, who approves, and by which PIN, code or passkey. Escape in them calls
 * `onClose`, and closes nothing around them.
 */
export function ApprovalFields({ form, what, onClose }: { form: ApprovalForm; what: string; onClose: () => void }) {
  const { venue, permission, staff, secret, needsOwner, wasTried, change } = form;
  const query = useQuery(approversQuery(venue, permission));
  const ways = waysOf(form, query.data);
  const way = wayOf(form, ways);
  const isPin = way === 'pin';
  const people = (query.data?.people ?? []).filter(({ role }) => !needsOwner || role === 'owner');
  const person = people.find(({ id }) => id === staff);
  return (
    // Around it a panel and the screen close at Escape, by listeners of the browser that would run before React's `onKeyDown`.
    <fieldset onKeyDownCapture={closeOnEscape(onClose)} className="grid gap-3 rounded-lg border border-edge p-3.5">
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
          isBusy={query.isFetching}
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
                ref={index === 0 ? focusAndScroll : undefined}
                type="radio"
                name="approver"
                value={id}
                checked={id === staff}
                onChange={() => change({ staff: id, secret: '', way: null })}
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
      {person !== undefined && ways.length === 0 && (
        <Suspense>
          <CannotApprove person={person} amount={form.amount_paise} pinLimit={query.data?.pin_limit_paise ?? 0} />
        </Suspense>
      )}
      {person !== undefined && ways.includes(way) && way === 'passkey' && (
        <SignApproval key={person.id} form={form} name={person.name} />
      )}
      {person !== undefined && ways.includes(way) && way !== 'passkey' && (
        <TextField
          key={`${person.id}-${way}`}
          ref={focusAndScroll}
          label={isPin ? approveTexts.pinOf(person.name) : approveTexts.codeOf(person.name)}
          error={wasTried && secret.length < 6 ? approveTexts.sixDigits : undefined}
          type={isPin ? 'password' : 'text'}
          name="approval"
          inputMode="numeric"
          autoComplete={isPin ? 'off' : 'one-time-code'}
          enterKeyHint="go"
          // Six digits, which can be pasted with a space in the middle.
          maxLength={7}
          value={secret}
          onChange={(event) => change({ secret: event.target.value.replaceAll(/\D/g, '').slice(0, 6) })}
          className="figures tracking-[.2em]"
        />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            type="button"
            onClick={() => change({ way: other, secret: '' })}
            className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
          >
            {BY_WAY[other]()}
          </button>
        ))}
    </fieldset>
  );
}

const BY_WAY: Record<ApprovalWay, () => string> = {
  pin: () => approveTexts.byPin,
  code: () => approveTexts.byCode,
  passkey: () => approveTexts.byPasskey,
};

/** The colleague confirms by a passkey, on this device or on their own phone; then the form is sent. */
function SignApproval({ form, name }: { form: ApprovalForm; name: string }) {
  const online = useOnline();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const sign = useSingleMutation<void>({
    mutationFn: async () => {
      const { signApproval } = await import('@/desk/passkeys/passkey');
      form.keepSigned(await signApproval(form.venue, form.staff));
    },
    onSuccess: () => button.current?.form?.requestSubmit(),
  });
  return (
    <>
      {sign.error !== null && (
        <Notice tone="bad" tight isLive>
          {failureMessage(sign.error)}
        </Notice>
      )}
      {form.wasTried && sign.error === null && !sign.isPending && (
        <p role="alert" className="text-small font-semibold text-bad">
          {approveTexts.passkeyFirst}
        </p>
      )}
      <Button
        ref={button}
        type="button"
        variant="outline"
        size="sm"
        icon={<Fingerprint aria-hidden="true" className="size-4.5" />}
        isBusy={sign.isPending}
        disabled={!online}
        onClick={() => sign.mutate()}
      >
        {approveTexts.passkeyOf(name)}
      </Button>
    </>
  );
}

/** Focuses the field and scrolls to it, because on a phone it is below the visible part of the panel. */
function focusAndScroll(field: HTMLInputElement | null): void {
  field?.focus();
}

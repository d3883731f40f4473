import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Delete } from 'lucide-react';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { meQuery, type Me } from '@/desk/api/me';
import type { components } from '@/desk/api/schema';
import { reportSignedIn } from '@/desk/api/signed-in';
import { rememberLock } from '@/desk/lib/locked-device';
import { lockTexts } from './texts';

const LENGTH = 6;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Takes a person's PIN by keys or by the pad, and unlocks with the sixth digit. */
export function PinPad({
  person,
  to,
  onOther,
}: {
  person: components['schemas']['PersonAtDevice'];
  /** The screen after unlocking, an address of the desk. */
  to: string;
  onOther: () => void;
}) {
  const online = useOnline();
  const { history, basepath } = useRouter();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const unlock = useSingleMutation<Me, string>({
    // Each attempt has a new key: a second sign-in with the same PIN does no harm.
    mutationFn: (typed) =>
      call('post', '/api/desk/pin', { body: { staff: person.id, pin: typed }, key: crypto.randomUUID() }),
    onSuccess: (me) => {
      rememberLock(null);
      queryClient.clear();
      queryClient.setQueryData(meQuery.queryKey, me);
      reportSignedIn(me);
      history.replace(basepath.replace(/\/$/, '') + to);
    },
    onError: (cause) => {
      // Without an answer the digits stay, for another try.
      if (!(cause instanceof ApiFailure && cause.gotNoReply)) setPin('');
      field.current?.focus();
    },
  });

  function write(typed: string) {
    // The PIN that was sent stays as it is, so that it can be sent again if the answer is lost.
    if (unlock.isPending) return;
    const digits = typed.replaceAll(/\D/g, '').slice(0, LENGTH);
    setPin(digits);
    if (digits.length === LENGTH && digits !== pin && online) unlock.mutate(digits);
  }
  function press(typed: string) {
    write(typed);
    // The field keeps the focus, because the next digit may come from a keyboard.
    field.current?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (pin.length === LENGTH && online) unlock.mutate(pin);
  }
  function leaveOnEscape(event: KeyboardEvent) {
    // The answer to a PIN that was sent opens the device for this person.
    if (event.key === 'Escape' && !unlock.isPending) onOther();
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-72 gap-4">
      {unlock.error !== null && !unlock.isPending && (
        <Notice
          tone="bad"
          tight
          isLive
          action={
            // The pad has no Enter.
            pin.length === LENGTH ? (
              <Button type="submit" variant="outline" size="sm" disabled={!online}>
                {lockTexts.retry}
              </Button>
            ) : undefined
          }
        >
          {messageOf(unlock.error)}
        </Notice>
      )}
      <label className="relative block">
        <span className="sr-only">{lockTexts.pinOf(person.name)}</span>
        {/* The device's on-screen keyboard would cover the pad; the keys of a hardware keyboard still arrive. */}
        <input
          ref={field}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just been chosen for this
          autoFocus
          type="password"
          name="pin"
          inputMode="none"
          autoComplete="off"
          maxLength={LENGTH}
          value={pin}
          readOnly={unlock.isPending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={leaveOnEscape}
          className="min-h-13 w-full rounded-md border-[1.5px] border-edge bg-card text-center text-h3 tracking-[.5em] focus:border-focus focus:halo"
        />
      </label>
      <p role="status" className="sr-only">
        {unlock.isPending ? lockTexts.unlocking : lockTexts.digits(pin.length)}
      </p>
      {!online && <p className="text-small text-warn">{lockTexts.offline}</p>}
      <div className="grid grid-cols-3 gap-2.5">
        {DIGITS.map((digit) => (
          <Button
            key={digit}
            variant="outline"
            size="lg"
            disabled={!online}
            className={digit === '0' ? 'figures col-start-2 text-h4' : 'figures text-h4'}
            onClick={() => press(pin + digit)}
          >
            {digit}
          </Button>
        ))}
        <Button
          variant="ghost"
          size="lg"
          aria-label={lockTexts.remove}
          icon={<Delete aria-hidden="true" className="size-6" />}
          onClick={() => press(pin.slice(0, -1))}
        />
      </div>
      <Button variant="outline" size="md" isBusy={unlock.isPending} onClick={onOther}>
        {lockTexts.other}
      </Button>
    </form>
  );
}

function messageOf(cause: Error): string {
  const wait = cause instanceof ApiFailure && cause.status === 429 ? cause.retryAfter : undefined;
  return wait === undefined ? failureMessage(cause) : lockTexts.paused(Math.ceil(wait / 60));
}

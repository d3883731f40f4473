import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { meQuery, useMe } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { sessionsQuery } from '@/desk/api/sessions';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { devicesTexts } from './device-texts';
import { Proven } from '@/desk/passkeys/Proven';
import { focusOnce } from '@/desk/lib/focus-once';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { keysTexts } from './texts';

/** Sets, changes or removes the person's own PIN, after a recent proof by a passkey or a code. */
export function PinPart() {
  const me = useMe();
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  if (me === undefined) return null;
  // A form may be closed late, by an answer, while the other one is open.
  const close = () => setOpen((latest) => (latest === open ? null : latest));
  if (open === 'remove') {
    return <Proven>{(onProofNeeded) => <RemovePin onProofNeeded={onProofNeeded} onDone={close} />}</Proven>;
  }
  if (open === 'set') {
    return <Proven>{(onProofNeeded) => <PinForm onProofNeeded={onProofNeeded} onDone={close} />}</Proven>;
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={() => setOpen('set')}>
        {me.has_pin ? devicesTexts.changePin : devicesTexts.setPin}
      </Button>
      {me.has_pin && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('remove')}>
          {devicesTexts.removePin}
        </Button>
      )}
    </div>
  );
}

function RemovePin({ onProofNeeded, onDone }: { onProofNeeded: () => void; onDone: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const remove = useWrite<undefined>({
    write: (_, key) => call('delete', '/api/desk/me/pin', { key }),
    onSuccess: async () => {
      toast.success(devicesTexts.pinRemoved);
      onDone();
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, keysTexts.notDone);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
    },
  });
  return (
    <div className="grid gap-3">
      {remove.error !== null && (
        <Notice tone="bad" tight isLive>
          {writeMessage(remove.error)}
        </Notice>
      )}
      <p className="font-semibold">{devicesTexts.removePinAsk}</p>
      {!online && <p className="text-small text-warn">{devicesTexts.offline}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" size="sm" isBusy={remove.isPending} disabled={!online} onClick={() => remove.mutate()}>
          {devicesTexts.removePin}
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          {devicesTexts.keepPin}
        </Button>
      </div>
    </div>
  );
}

function PinForm({ onProofNeeded, onDone }: { onProofNeeded: () => void; onDone: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const save = useWrite<undefined, string>({
    write: (typed, key) => call('put', '/api/desk/me/pin', { body: { pin: typed }, key }),
    onSuccess: async () => {
      toast.success(devicesTexts.saved);
      onDone();
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      // The sessions that the PIN before began have ended.
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, keysTexts.notDone);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
    },
  });
  const wrong = problemOf(pin);
  const differs = again === pin ? undefined : devicesTexts.notAlike;
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && wrong === undefined && differs === undefined) save.mutate(pin);
  }
  const digits = (text: string) => text.replaceAll(/\D/g, '').slice(0, 6);
  const field = { type: 'password', inputMode: 'numeric', autoComplete: 'new-password', maxLength: 6 } as const;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      {save.error !== null && (
        <Notice tone="bad" tight isLive>
          {writeMessage(save.error)}
        </Notice>
      )}
      <TextField
        {...field}
        ref={focusOnce}
        label={devicesTexts.newPin}
        name="new-pin"
        value={pin}
        error={wasTried ? wrong : undefined}
        onChange={(event) => setPin(digits(event.target.value))}
        className="figures tracking-[.2em]"
      />
      <TextField
        {...field}
        label={devicesTexts.repeatPin}
        name="repeat-pin"
        value={again}
        error={wasTried ? differs : undefined}
        onChange={(event) => setAgain(digits(event.target.value))}
        className="figures tracking-[.2em]"
      />
      {!online && <p className="text-small text-warn">{devicesTexts.offline}</p>}
      <Button type="submit" variant="deep" size="sm" isBusy={save.isPending} disabled={!online}>
        {devicesTexts.save}
      </Button>
    </form>
  );
}

/** The error of a PIN by the server's rules; undefined if it is valid. */
function problemOf(pin: string): string | undefined {
  if (pin.length !== 6) return devicesTexts.sixDigits;
  const steps = new Set(Array.from({ length: 5 }, (_, at) => Number(pin.charAt(at + 1)) - Number(pin.charAt(at))));
  const [step = 2] = steps;
  return steps.size === 1 && Math.abs(step) <= 1 ? devicesTexts.tooEasy : undefined;
}

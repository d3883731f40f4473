import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { call } from '@/desk/api/client';
import { meQuery, useMe } from '@/desk/api/me';
import { devicesTexts } from './device-texts';

/**
 * Shows what it contains once the person has proven themselves by a code of their authenticator app in the last minutes. What
 * it contains gets a function to call when the server says that the proof is over: the clock of this device may be wrong.
 */
export function Proven({ children }: { children: (onProofNeeded: () => void) => ReactNode }) {
  const until = useMe()?.proof_until ?? null;
  const [isProven, setIsProven] = useState(() => until !== null && Date.parse(until) > Date.now());
  return isProven ? children(() => setIsProven(false)) : <ProveForm onProven={() => setIsProven(true)} />;
}

function ProveForm({ onProven }: { onProven: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const prove = useSingleMutation<undefined, string>({
    mutationFn: (typed) => call('post', '/api/desk/me/prove', { body: { code: typed }, key: crypto.randomUUID() }),
    onMutate: () => setProblem(undefined),
    onSuccess: () => {
      onProven();
      return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (cause) => {
      setProblem(failureMessage(cause));
      setCode('');
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) setProblem(devicesTexts.codeWrong);
    else if (online) prove.mutate(code);
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      <p className="text-small text-quiet">{devicesTexts.proveWhy}</p>
      <TextField
        ref={focusOnce}
        label={devicesTexts.prove}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        className="figures tracking-[.2em]"
      />
      {!online && <p className="text-small text-warn">{devicesTexts.offline}</p>}
      <Button type="submit" variant="deep" size="sm" busy={prove.isPending} disabled={!online}>
        {devicesTexts.confirm}
      </Button>
    </form>
  );
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

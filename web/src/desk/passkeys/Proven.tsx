import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { clockOffset } from '@/desk/api/connection';
import { meQuery, useMe } from '@/desk/api/me';
import { supportsPasskeys } from './supports-passkeys';
import { proveByPasskey } from './passkey';
import { passkeyTexts, proofTexts } from './texts';
import { focusOnce } from '@/desk/lib/focus-once';
import { paths } from '@/desk/lib/paths';

const alone = (form: ReactNode) => form;

/**
 * Shows its children once the person has given a proof by a passkey or a code of their authenticator app in the last
 * minutes. The children stay when it expires: they get a function to call when the server says so.
 */
export function Proven({
  children,
  isOver = false,
  around = alone,
}: {
  children: (onProofNeeded: () => void) => ReactNode;
  /** Whether the server has said already that the proof has expired. */
  isOver?: boolean;
  /** Renders other content around the form for the proof. */
  around?: (form: ReactNode) => ReactNode;
}) {
  const until = useMe()?.proof_until ?? null;
  const [isProven, setIsProven] = useState(
    () => !isOver && until !== null && Date.parse(until) > Date.now() + clockOffset(),
  );
  return isProven ? children(() => setIsProven(false)) : around(<ProveForm onProven={() => setIsProven(true)} />);
}

/** As {@link Proven}, for adding and removing keys, which need no proof while `strength` is `link`. */
export function ProvenForKeys({ children }: { children: (onProofNeeded: () => void) => ReactNode }) {
  const isByLink = useMe()?.strength === 'link';
  return isByLink ? children(() => undefined) : <Proven>{children}</Proven>;
}

/** The form for a proof; a person without a key is led to the screen of keys, unless they are there. */
function ProveForm({ onProven }: { onProven: () => void }) {
  const online = useOnline();
  const me = useMe();
  const hasPasskey = me?.has_passkey === true;
  const hasApp = me?.has_app === true;
  const canUsePasskey = hasPasskey && supportsPasskeys();
  if (me?.has_key === false) {
    return (
      <div className="grid justify-items-start gap-1 text-small">
        <p className="text-warn">{passkeyTexts.proveNoKey}</p>
        <Link
          {...paths.keys()}
          className="flex min-h-11 items-center font-bold underline underline-offset-4 data-[status=active]:hidden"
        >
          {proofTexts.toKeys}
        </Link>
      </div>
    );
  }
  return (
    <div className="grid max-w-sm gap-4">
      <p className="text-small text-quiet">{passkeyTexts.proveWhy}</p>
      {canUsePasskey && <ProveByPasskey onProven={onProven} />}
      {hasPasskey && !canUsePasskey && !hasApp && <p className="text-small text-warn">{passkeyTexts.proveNone}</p>}
      {hasApp && <ProveByCode isFirst={!canUsePasskey} onProven={onProven} />}
      {!online && <p className="text-small text-warn">{proofTexts.offline}</p>}
    </div>
  );
}

function ProveByPasskey({ onProven }: { onProven: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const prove = useSingleMutation<void>({
    mutationFn: proveByPasskey,
    onSuccess: () => {
      onProven();
      return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <>
      {prove.error !== null && (
        <Notice tone="bad" tight isLive>
          {failureMessage(prove.error)}
        </Notice>
      )}
      <Button
        ref={focusOnce}
        variant="deep"
        size="sm"
        icon={<KeyRound aria-hidden="true" className="size-4.5" />}
        isBusy={prove.isPending}
        disabled={!online}
        onClick={() => prove.mutate()}
      >
        {passkeyTexts.prove}
      </Button>
    </>
  );
}

function ProveByCode({ isFirst, onProven }: { isFirst: boolean; onProven: () => void }) {
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
    if (!/^\d{6}$/.test(code)) setProblem(proofTexts.codeWrong);
    else if (online) prove.mutate(code);
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        ref={isFirst ? focusOnce : undefined}
        label={proofTexts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        className="figures tracking-[.2em]"
      />
      <Button
        type="submit"
        variant={isFirst ? 'deep' : 'outline'}
        size="sm"
        isBusy={prove.isPending}
        disabled={!online}
      >
        {proofTexts.confirm}
      </Button>
    </form>
  );
}

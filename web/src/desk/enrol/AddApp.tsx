import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { meQuery, type Me } from '@/desk/api/me';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { repeatWrite } from '@/desk/api/repeat-write';
import { writeMessage } from '@/desk/api/write-failure';
import { enrolTexts } from './texts';

/**
 * Sets up an authenticator app: shows its key as a QR code to scan, and takes the app's first six-digit code. With
 * `begin` the key is requested at once, without a click. `onProofNeeded` is called if the server requires a proof
 * first.
 */
export function AddApp({
  onAdded,
  onProofNeeded,
  begin = false,
}: {
  onAdded: (me: Me) => void;
  onProofNeeded?: () => void;
  begin?: boolean;
}) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const start = useSingleMutation({
    mutationFn: () => call('post', '/api/desk/me/totp/start', { key: crypto.randomUUID() }),
    onMutate: () => setProblem(undefined),
    onError: (cause) => {
      setProblem(failureMessage(cause));
      if (hasCode(cause, 'proof_needed')) onProofNeeded?.();
    },
  });
  const onBegin = useEffectEvent(() => {
    if (begin) start.mutate();
  });
  useEffect(() => onBegin(), []);
  const confirm = useSingleMutation<Me, string>({
    mutationFn: (typed) =>
      repeatWrite((key) => call('post', '/api/desk/me/totp/confirm', { body: { code: typed }, key })),
    onMutate: () => setProblem(undefined),
    onSuccess: (me) => {
      toast.success(enrolTexts.appAdded);
      start.reset();
      setCode('');
      onAdded(me);
    },
    onError: (cause) => {
      setProblem(writeMessage(cause));
      // The same code gets the lost answer, as long as the app shows it.
      if (isOutcomeUnknown(cause)) return;
      setCode('');
      // A code before, whose answer was lost, may have set the app up.
      if (hasCode(cause, 'totp_not_started')) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (/^\d{6}$/.test(code)) confirm.mutate(code);
    else setProblem(enrolTexts.codeWrong);
  }

  if (start.data === undefined) {
    return (
      <div className="grid gap-3">
        {problem !== undefined && (
          <Notice tone="bad" title={enrolTexts.notAdded} tight isLive>
            {problem}
          </Notice>
        )}
        <Button
          variant="outline"
          size="md"
          isBusy={start.isPending}
          icon={<Smartphone aria-hidden="true" className="size-5" />}
          onClick={() => start.mutate()}
          className="justify-self-start"
        >
          {enrolTexts.addApp}
        </Button>
      </div>
    );
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-quiet">{enrolTexts.scan}</p>
      <SecretCode uri={start.data.uri} />
      <div>
        <p className="text-small text-quiet">{enrolTexts.secret}</p>
        <p className="figures font-semibold tracking-wider select-all">
          {start.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
      <TextField
        label={enrolTexts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        className="figures tracking-[.2em]"
      />
      <Button type="submit" variant="deep" size="md" isBusy={confirm.isPending}>
        {enrolTexts.confirm}
      </Button>
    </form>
  );
}

function SecretCode({ uri }: { uri: string }) {
  // The library for QR codes is loaded when one is shown, not with the page.
  const { data } = useQuery({
    queryKey: ['code-path', uri],
    queryFn: async () => (await import('@/lib/code-path')).codePath(uri),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  });
  return (
    <div className="scheme-light size-52 rounded-md border border-line bg-card p-4">
      {data !== undefined && (
        <svg
          viewBox={`0 0 ${data.size} ${data.size}`}
          role="img"
          aria-label={enrolTexts.codeAlt}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={data.path} className="fill-ink" />
        </svg>
      )}
    </div>
  );
}

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { toast } from '@/lib/toast';
import { Button, type ButtonVariant } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import type { Passkey } from '@/desk/api/keys';
import { canUsePasskeys, makePasskey } from '@/desk/lib/passkey';
import { passkeyOf } from '../passkey-failure';
import { enrolTexts } from '../texts';
import { deviceName } from './device-name';

async function addPasskey(): Promise<Passkey> {
  const start = crypto.randomUUID();
  const { ceremony, options } = await call('post', '/api/desk/me/passkeys/start', { body: {}, key: start });
  const credential = await passkeyOf(makePasskey(options));
  const body = { ceremony, credential, label: deviceName() };
  return call('post', '/api/desk/me/passkeys/finish', { body, key: crypto.randomUUID() });
}

/** A button that makes a passkey on this device. */
export function AddPasskey({ variant, onAdded }: { variant: ButtonVariant; onAdded: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const add = useSingleMutation({
    mutationFn: addPasskey,
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast.success(enrolTexts.passkeyAdded);
      onAdded();
    },
    onError: (cause) => setProblem(failureMessage(cause)),
  });
  if (!canUsePasskeys()) return <Notice tight>{enrolTexts.noPasskeys}</Notice>;
  return (
    <div className="grid gap-3">
      {problem !== null && (
        <Notice tone="bad" title={enrolTexts.notAdded} tight live>
          {problem}
        </Notice>
      )}
      <Button
        variant={variant}
        size="md"
        busy={add.isPending}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        onClick={() => add.mutate()}
        className="justify-self-start"
      >
        {enrolTexts.addPasskey}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { meQuery, type Me } from '@/desk/api/me';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { sessionsQuery } from '@/desk/api/sessions';
import { writeFailure } from '@/desk/api/write-failure';
import { deviceName } from './device-name';
import { addPasskey } from '@/desk/passkeys/passkey';
import { passkeyTexts } from '@/desk/passkeys/texts';
import { focusOnce } from '@/desk/lib/focus-once';
import { isWrongLength, LABEL_LENGTH } from '@/desk/lib/label-length';

/**
 * Makes a passkey with a name that the person gives it. `onProofNeeded` is called if the server requires a proof first.
 * `isOpened` is whether the person has just opened the form; `typed` is the name that they typed before it was opened again.
 */
export function AddPasskey({
  onAdded,
  onProofNeeded,
  isOpened = false,
  typed,
  onType,
}: {
  onAdded: (me: Me) => void;
  onProofNeeded?: () => void;
  isOpened?: boolean;
  typed?: string | undefined;
  onType?: (label: string) => void;
}) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const [label, setLabel] = useState(() => typed ?? deviceName(navigator) ?? passkeyTexts.thisDevice);
  const [wasTried, setWasTried] = useState(false);
  const add = useSingleMutation<Me, string>({
    mutationFn: addPasskey,
    onSuccess: (me) => {
      toast.success(passkeyTexts.added);
      onAdded(me);
    },
    onError: (cause) => {
      if (hasCode(cause, 'proof_needed')) onProofNeeded?.();
      // The server may have added it: what it has is read again.
      if (!isOutcomeUnknown(cause)) return;
      for (const queryKey of [meQuery.queryKey, ['passkeys'], sessionsQuery.queryKey]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  const failure = add.error === null ? null : writeFailure(add.error, passkeyTexts.notAdded);
  const name = label.trim();
  const isWrong = isWrongLength(name);
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && !isWrong) add.mutate(name);
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      {failure !== null && (
        <Notice tone="bad" title={failure.title} tight isLive>
          {failure.message}
        </Notice>
      )}
      <TextField
        ref={isOpened ? focusOnce : undefined}
        label={passkeyTexts.label}
        name="passkey-label"
        autoComplete="off"
        maxLength={LABEL_LENGTH.most}
        value={label}
        hint={passkeyTexts.labelHint}
        error={wasTried && isWrong ? passkeyTexts.labelWrong : undefined}
        onChange={(event) => {
          setLabel(event.target.value);
          onType?.(event.target.value);
        }}
      />
      <Button
        type="submit"
        variant="lime"
        size="md"
        isBusy={add.isPending}
        disabled={!online}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        className="justify-self-start"
      >
        {passkeyTexts.addHere}
      </Button>
    </form>
  );
}

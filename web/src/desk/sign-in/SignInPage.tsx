import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { PhoneField } from '@/ui/PhoneField';
import { call } from '@/desk/api/client';
import { meQuery, type Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { reportSignedIn } from '@/desk/api/signed-in';
import { rememberLock } from '@/desk/lib/locked-device';
import { isPaired } from '@/desk/lib/paired-device';
import { paths } from '@/desk/lib/paths';
import { phoneProblem } from '@/desk/lib/phone-problem';
import { OutsideLayout } from '@/desk/layout/OutsideLayout';
import { supportsPasskeys } from '@/desk/passkeys/supports-passkeys';
import { signInByPasskey } from '@/desk/passkeys/passkey';
import { passkeyTexts } from '@/desk/passkeys/texts';
import { deskSignInTexts } from './texts';

/** Signs in by passkey, or by number and authenticator app. */
export function SignInPage() {
  useTitle(deskSignInTexts.title);
  const { to = '/' } = useSearch({ from: '/sign-in' });
  const { history, basepath } = useRouter();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [wasTried, setWasTried] = useState(false);

  function enter(me: Me) {
    rememberLock(null);
    queryClient.setQueryData(meQuery.queryKey, me);
    reportSignedIn(me);
    history.replace(basepath.replace(/\/$/, '') + to);
  }
  const byPasskey = useSingleMutation<Me>({
    mutationFn: signInByPasskey,
    onMutate: () => setProblem(null),
    onSuccess: enter,
    onError: (cause) => setProblem(failureMessage(cause)),
  });
  const signIn = useSingleMutation<Me, { phone: string; code: string }>({
    // Each attempt has a new key: a second sign-in does no harm.
    mutationFn: (body) => call('post', '/api/desk/totp', { body, key: crypto.randomUUID() }),
    onMutate: () => setProblem(null),
    onSuccess: enter,
    onError: (cause) => {
      setProblem(hasCode(cause, 'wrong_code') ? deskSignInTexts.doNotFit : failureMessage(cause));
      setCode('');
    },
  });

  const digits = nationalDigits(phone);
  const wrongPhone =
    wasTried && digits.length !== PHONE_DIGITS ? phoneProblem(phone, deskSignInTexts.phoneWrong) : undefined;
  const wrongCode = wasTried && !/^\d{6}$/.test(code) && problem === null ? deskSignInTexts.codeWrong : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    setProblem(null);
    if (digits.length === PHONE_DIGITS && /^\d{6}$/.test(code)) signIn.mutate({ phone: digits, code });
  }

  return (
    <OutsideLayout title={deskSignInTexts.title} subtitle={deskSignInTexts.subtitle}>
      <div className="grid gap-6">
        {problem !== null && (
          <Notice tone="bad" title={deskSignInTexts.failed} isLive>
            {problem}
          </Notice>
        )}
        {supportsPasskeys() ? (
          <>
            <Button
              variant="lime"
              wide
              isBusy={byPasskey.isPending}
              icon={<KeyRound aria-hidden="true" className="size-5" />}
              onClick={() => byPasskey.mutate()}
            >
              {passkeyTexts.signIn}
            </Button>
            <p className="border-t border-line pt-6 font-semibold">{passkeyTexts.orCode}</p>
          </>
        ) : (
          <p className="text-small text-quiet">{passkeyTexts.unsupported}</p>
        )}
        <form method="post" noValidate onSubmit={submit} className="grid gap-4">
          <PhoneField
            label={deskSignInTexts.phone}
            name="phone"
            autoComplete="username"
            value={phone}
            error={wrongPhone}
            onChange={(event) => setPhone(event.target.value)}
          />
          <TextField
            label={deskSignInTexts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            error={wrongCode}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
            className="figures tracking-[.2em]"
          />
          <Button type="submit" variant={supportsPasskeys() ? 'outline' : 'lime'} wide isBusy={signIn.isPending}>
            {deskSignInTexts.submit}
          </Button>
        </form>
        {isPaired() && (
          <Button variant="ghost" size="sm" render={<Link {...paths.lock({ to })} />} className="justify-self-start">
            {deskSignInTexts.byPin}
          </Button>
        )}
        <p className="text-small text-quiet">{deskSignInTexts.help}</p>
      </div>
    </OutsideLayout>
  );
}

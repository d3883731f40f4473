import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { paths } from '@/lib/paths';
import { readablePhone } from '@/lib/phone';
import { newRetrySecret } from '@/lib/retry-secret';
import { startSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { CodeBoxes } from '@/ui/CodeBoxes';
import { Notice } from '@/ui/Notice';
import { verifyCode } from './api/verify-code';
import { verifyResetCode } from './api/verify-reset-code';
import { AuthLayout } from './AuthLayout';
import { codeProblem } from './code-rule';
import { afterCode, afterResetCode, type CodeOutcome, type CodeReply } from './otp-outcome';
import { ResendLine } from './ResendLine';
import { keepResetToken } from './reset-token';
import { useReturnState } from './return-state';
import { codeTexts } from './texts';
import { useWebOtp } from './web-otp';

/** The codes of refusals whose message says what to do next. */
const SAYS_WHAT_TO_DO = new Set(['wrong_code', 'code_expired', 'invalid']);

/** Code entry for sign-up, for a login that requires a code, and for a forgotten password (spec §4, both paths). */
export function MobileVerificationPage() {
  useTitle(codeTexts.routeTitle);
  const navigate = useNavigate();
  const back = useReturnState();
  const { user, reg, forgot, phone, mobile_no } = useSearch({ from: '/mobile-verification' });
  const forReset = forgot === 'true';
  const [boxes, setBoxes] = useState({ attempt: 0, initial: '' });
  const code = useRef('');
  // A code works once. If its answer is lost, the same call of this page gets it again.
  const secret = useRef<string | null>(null);
  const [messages, setMessages] = useState(1);
  // The number of the newest message, which an answer that comes late compares with the one before its call.
  const newestMessage = useRef(messages);
  const [codeError, setCodeError] = useState<string | undefined>();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  function emptyBoxes() {
    code.current = '';
    setBoxes(({ attempt }) => ({ attempt: attempt + 1, initial: '' }));
  }

  async function follow(
    outcome: CodeOutcome,
    { message, code: reason }: CodeReply,
    { checked, isOfNewest }: { checked: string; isOfNewest: boolean },
  ) {
    switch (outcome.kind) {
      case 'signed-in':
        toast.success(codeTexts.verified);
        startSession(outcome.token, outcome.user);
        await navigate({ ...paths.login(), state: back, replace: true });
        return;
      case 'new-password':
        if (outcome.resetToken !== null) keepResetToken(outcome.user, outcome.resetToken);
        if (forReset) toast.success(codeTexts.verifiedReset);
        else toast.info(message || codeTexts.known);
        await navigate({ ...paths.changePassword({ user: outcome.user }), state: back, replace: true });
        return;
      case 'locked':
        setErrorMessage(message);
        return;
      case 'invalid': {
        // Typed, or read from a text message, while the other one was checked.
        const isReplaced = code.current !== checked && code.current !== '';
        if (isReplaced && codeProblem(code.current) === null) {
          verification.mutateNext(code.current);
          return;
        }
        // Another code was sent meanwhile, and this answer says nothing of it.
        if (!isOfNewest) return;
        // The toast says what happened, the text at the boxes what to do about it.
        toast.error(codeTexts.invalid);
        setCodeError(SAYS_WHAT_TO_DO.has(reason ?? '') && message !== '' ? message : codeTexts.invalidHint);
        if (!isReplaced) emptyBoxes();
      }
    }
  }

  const verification = useSingleMutation({
    mutationFn: async (typed: string) => {
      const ofMessage = newestMessage.current;
      secret.current ??= newRetrySecret();
      const tried = { code: typed, user, secret: secret.current };
      if (forReset) {
        const reply = await verifyResetCode(tried);
        return { reply, outcome: afterResetCode(reply, user), ofMessage };
      }
      const reply = await verifyCode(tried);
      return { reply, outcome: afterCode(reply), ofMessage };
    },
    onSuccess: ({ reply, outcome, ofMessage }, checked) =>
      follow(outcome, reply, { checked, isOfNewest: ofMessage === newestMessage.current }),
    onError: (cause) => setErrorMessage(failureMessage(cause)),
  });

  function verify(typed: string) {
    if (verification.isPending) return;
    const wrong = codeProblem(typed);
    setCodeError(wrong ?? undefined);
    setErrorMessage(null);
    if (wrong === null) verification.mutate(typed);
  }

  useWebOtp((arrived) => {
    setBoxes(({ attempt }) => ({ attempt: attempt + 1, initial: arrived }));
    code.current = arrived;
    verify(arrived);
  }, messages);

  const restart = reg === '1' ? paths.join() : forReset ? paths.forgotPassword() : paths.login();
  const sentTo = mobile_no ?? (phone === undefined ? undefined : readablePhone(phone));

  return (
    <AuthLayout
      ball="net"
      title={codeTexts.title}
      subtitle={
        <>
          {sentTo === undefined ? codeTexts.sent : codeTexts.sentTo(sentTo)}{' '}
          <Link
            {...restart}
            state={back}
            className="font-semibold whitespace-nowrap text-ink underline underline-offset-4"
          >
            {codeTexts.wrongNumber}
          </Link>
        </>
      }
    >
      <form
        noValidate
        className="grid max-w-md gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          verify(code.current);
        }}
      >
        <CodeBoxes
          key={boxes.attempt}
          initial={boxes.initial}
          label={codeTexts.label}
          digitLabel={codeTexts.box}
          autoFocus
          error={codeError}
          onChange={(typed) => {
            code.current = typed;
            if (codeError !== undefined && typed !== '') setCodeError(undefined);
          }}
          onComplete={verify}
        />
        {errorMessage !== null && (
          <Notice tone="bad" isLive>
            {errorMessage}
          </Notice>
        )}
        <Button type="submit" variant="lime" wide isBusy={verification.isPending}>
          {codeTexts.submit}
        </Button>
      </form>
      <ResendLine
        user={user}
        onSent={() => {
          emptyBoxes();
          // What was said of the code before is not true of this one.
          setCodeError(undefined);
          setErrorMessage(null);
          newestMessage.current += 1;
          setMessages(newestMessage.current);
        }}
      />
    </AuthLayout>
  );
}

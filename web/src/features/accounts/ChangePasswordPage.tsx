import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiFailure } from '@/api/api-failure';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { PASSWORD_MIN } from '@/lib/password-min';
import { paths } from '@/lib/paths';
import { endSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PasswordField } from '@/ui/PasswordField';
import { resetPassword } from './api/reset-password';
import { AuthLayout } from './AuthLayout';
import { resetForm } from './reset-form';
import { forgetResetToken, resetTokenFor } from './reset-token';
import { useReturnState, type ReturnState } from './return-state';
import { joinTexts, resetTexts } from './texts';

const noticeLink = 'inline-flex min-h-11 items-center font-bold underline underline-offset-4';

/** A new password after a verified code (spec §4). */
export function ChangePasswordPage() {
  useTitle(resetTexts.routeTitle);
  const { user } = useSearch({ from: '/change-password' });
  const back = useReturnState();
  // Read once at the first render: the token is removed as soon as it was used, while this screen is still shown.
  const [resetToken] = useState(() => resetTokenFor(user));
  return resetToken === null ? (
    <NoResetToken back={back} />
  ) : (
    <NewPassword user={user} resetToken={resetToken} back={back} />
  );
}

/** Shown if there is no reset token for this player, as after a reload; the toast is of spec §5. */
function NoResetToken({ back }: { back: ReturnState }) {
  useEffect(() => toast.error(resetTexts.missingToken, resetTexts.missingTokenTitle), []);
  return (
    <AuthLayout ball="net" title={resetTexts.goneTitle} subtitle={resetTexts.gone}>
      <Button variant="lime" render={<Link {...paths.forgotPassword()} state={back} replace />}>
        {resetTexts.goneAction}
      </Button>
    </AuthLayout>
  );
}

function NewPassword({ user, resetToken, back }: { user: string; resetToken: string; back: ReturnState }) {
  const navigate = useNavigate();
  const passwordMin = useAppConfig()?.password_min ?? PASSWORD_MIN;
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [mayBeDone, setMayBeDone] = useState(false);
  const { register, handleSubmit, trigger, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { password: '', confirm: '' },
    resolver: valibotResolver(resetForm(passwordMin)),
  });
  const { errors, touchedFields, isSubmitted } = formState;
  useErrorsInLanguage(errors, trigger);
  // `deps` of the form library would also validate a repetition that was not typed yet.
  function validateRepetition() {
    if (isSubmitted || touchedFields.confirm) void trigger('confirm');
  }

  // Whether a call of this page has no known outcome: it may have used the reset token, which sets one password only.
  const isUnsure = useRef(false);
  const reset = useSingleMutation({
    mutationFn: resetPassword,
    onMutate: () => {
      setErrorMessage(null);
      setMayBeDone(false);
    },
    onSuccess: async (reply) => {
      if (succeeded(reply)) {
        forgetResetToken();
        // A reset ends every session on the server, also one of this browser.
        endSession();
        toast.success(resetTexts.done);
        await navigate({ ...paths.login(), state: back, replace: true });
        return;
      }
      if (reply.code === 'grant_expired' && isUnsure.current) {
        setMayBeDone(true);
        return;
      }
      setErrorMessage(reply.message || resetTexts.failed);
    },
    onError: (cause) => {
      if (cause instanceof ApiFailure && cause.hasUnknownOutcome) isUnsure.current = true;
      setErrorMessage(failureMessage(cause));
    },
  });

  const newCode = (
    <Link {...paths.forgotPassword()} state={back} className={noticeLink}>
      {resetTexts.goneAction}
    </Link>
  );

  return (
    <AuthLayout ball="landed" title={resetTexts.title} subtitle={resetTexts.subtitle}>
      <form
        noValidate
        onSubmit={handleSubmit(({ password }) => reset.mutate({ user, resetToken, password }))}
        className="grid max-w-md gap-5"
      >
        <PasswordField
          {...register('password', { onChange: validateRepetition })}
          label={resetTexts.password}
          hint={joinTexts.passwordHint(passwordMin)}
          error={errors.password?.message}
          autoComplete="new-password"
        />
        <PasswordField
          {...register('confirm')}
          label={resetTexts.confirm}
          error={errors.confirm?.message}
          autoComplete="new-password"
        />
        {errorMessage !== null && (
          <Notice tone="bad" isLive action={newCode}>
            {errorMessage}
          </Notice>
        )}
        {mayBeDone && (
          <Notice
            tone="warn"
            isLive
            action={
              <span className="flex flex-wrap gap-x-5">
                <Link {...paths.login()} state={back} className={noticeLink}>
                  {joinTexts.signIn}
                </Link>
                {newCode}
              </span>
            }
          >
            {resetTexts.mayBeDone}
          </Notice>
        )}
        <Button type="submit" variant="lime" wide isBusy={reset.isPending}>
          {resetTexts.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}

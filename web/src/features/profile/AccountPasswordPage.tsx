import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiFailure } from '@/api/api-failure';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { PASSWORD_MIN } from '@/lib/password-min';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Notice } from '@/ui/Notice';
import { PageHeading } from '@/ui/PageHeading';
import { PasswordField } from '@/ui/PasswordField';
import { changePassword, isPresentPassword } from './api/change-password';
import { passwordForm, type PasswordValues } from './password-form';
import { passwordTexts, updateTexts } from './texts';

/** Changes the password while logged in (spec §4). */
export function AccountPasswordPage() {
  useTitle(passwordTexts.routeTitle);
  const navigate = useNavigate();
  const { user } = useSession();
  const passwordMin = useAppConfig()?.password_min ?? PASSWORD_MIN;
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, trigger, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { old: '', next: '', confirm: '' },
    resolver: valibotResolver(passwordForm(passwordMin)),
  });
  const { errors, touchedFields, isSubmitted } = formState;
  useErrorsInLanguage(errors, trigger);
  // `deps` of the form library would also validate a repetition that was not typed yet.
  function validateRepetition() {
    if (isSubmitted || touchedFields.confirm) void trigger('confirm');
  }

  // The new password of the last call without a known outcome: if it is set already, the same call again is refused because of the old
  // one.
  const unsure = useRef<string | null>(null);
  const change = useSingleMutation({
    mutationFn: async (typed: PasswordValues) => {
      const reply = await changePassword(typed);
      if (succeeded(reply)) return { reply, isDone: true };
      const mayBeDone = reply.code === 'wrong_password' && unsure.current === typed.next;
      return { reply, isDone: mayBeDone && (await isPresentPassword(typed.next)) };
    },
    onMutate: () => setErrorMessage(null),
    onSuccess: async ({ reply, isDone }) => {
      if (isDone) {
        toast.success(passwordTexts.updated);
        await navigate(paths.profileUpdate());
        return;
      }
      const message = reply.message || passwordTexts.failed;
      setErrorMessage(message);
      toast.warning(message, passwordTexts.failedTitle);
      setFocus('old', { shouldSelect: true });
    },
    onError: (cause, { next }) => {
      if (cause instanceof ApiFailure && cause.hasUnknownOutcome) unsure.current = next;
      setErrorMessage(failureMessage(cause));
    },
  });

  return (
    <div className="page gutter pb-16">
      <PageHeading
        title={passwordTexts.title}
        subtitle={passwordTexts.subtitle}
        back={<BackButton label={updateTexts.routeTitle} render={<Link {...paths.profileUpdate()} />} />}
      />
      <Card as="section" className="mt-6 max-w-xl md:mt-8">
        <form noValidate onSubmit={handleSubmit((typed) => change.mutate(typed))} className="grid gap-5">
          {/* Password managers read the user name from this field. */}
          <input hidden readOnly autoComplete="username" value={user?.phone_no ?? ''} />
          <PasswordField
            {...register('old')}
            label={passwordTexts.old}
            error={errors.old?.message}
            autoComplete="current-password"
          />
          <PasswordField
            {...register('next', { onChange: validateRepetition })}
            label={passwordTexts.next}
            hint={passwordTexts.nextHint(passwordMin)}
            error={errors.next?.message}
            autoComplete="new-password"
          />
          <PasswordField
            {...register('confirm')}
            label={passwordTexts.confirm}
            error={errors.confirm?.message}
            autoComplete="new-password"
          />
          {errorMessage !== null && (
            <Notice tone="bad" isLive>
              {errorMessage}
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button type="submit" variant="lime" isBusy={change.isPending}>
              {passwordTexts.submit}
            </Button>
            <Link
              {...paths.forgotPassword()}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {passwordTexts.forgot}
            </Link>
          </div>
        </form>
      </Card>
    </div>
  );
}

import { valibotResolver } from '@hookform/resolvers/valibot';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiFailure } from '@/api/api-failure';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { afterLogin } from '@/lib/navigation-state';
import { startOtpCooldown } from '@/lib/otp-cooldown';
import { paths } from '@/lib/paths';
import { wirePhone } from '@/lib/phone';
import { startSession, useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PasswordField } from '@/ui/PasswordField';
import { PhoneField } from '@/ui/PhoneField';
import { login } from './api/login';
import { AuthLayout } from './AuthLayout';
import { CrossLink } from './CrossLink';
import { loginForm } from './login-form';
import { useReturnState } from './return-state';
import { loginTexts } from './texts';
import { tidyPhone } from './tidy-phone';

/** Login (spec §4): below 1 signs the player in, 3 requires a code, anything else is a refusal. */
export function LoginPage() {
  useTitle(loginTexts.routeTitle);
  const { history } = useRouter();
  const navigate = useNavigate();
  const back = useReturnState();
  const config = useAppConfig();
  const { isAuthenticated } = useSession();
  const [loginError, setLoginError] = useState<{ message: string; more?: string } | null>(null);
  const { register, handleSubmit, setValue, setFocus, trigger, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
    resolver: valibotResolver(loginForm),
  });
  const { errors } = formState;
  useErrorsInLanguage(errors, trigger);

  // Also redirects players who are already signed in.
  // Only once: while the next screen loads, this one is still rendered, and the location's return state is no longer
  // this screen's.
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!isAuthenticated || hasLeft.current) return;
    hasLeft.current = true;
    history.replace(afterLogin(back));
  }, [isAuthenticated, back, history]);

  function refuse(message: string, more?: string) {
    setLoginError({ message, more });
    setFocus('password', { shouldSelect: true });
  }

  const signIn = useSingleMutation({
    mutationFn: login,
    onMutate: () => setLoginError(null),
    onSuccess: async (reply, typed) => {
      if ('token' in reply && succeeded(reply)) {
        startSession(reply.token, reply.user_info);
      } else if (reply.error === 3 && 'user' in reply) {
        toast.warning(reply.message || loginTexts.pending, loginTexts.pendingTitle);
        startOtpCooldown(config?.otp_resend_seconds);
        const mobile_no = 'mobile_no' in reply ? reply.mobile_no : undefined;
        const phone = wirePhone(typed.phoneNumber);
        await navigate({ ...paths.mobileVerification({ user: reply.user, reg: '0', phone, mobile_no }), state: back });
      } else if (reply.code === 'account_locked') {
        // Said only after the right password: the message for wrong credentials would be untrue.
        setLoginError({ message: reply.message });
      } else {
        const wait = 'retry_after' in reply && reply.retry_after !== undefined ? reply.message : undefined;
        refuse(loginTexts.invalidInline, wait);
        toast.error(wait ?? loginTexts.invalidInline, loginTexts.invalidTitle);
      }
    },
    onError: (cause) => {
      if (cause instanceof ApiFailure && cause.gotNoReply) refuse(loginTexts.networkInline, loginTexts.networkHint);
      else setLoginError({ message: failureMessage(cause) });
    },
  });

  return (
    <AuthLayout
      ball="serve"
      title={loginTexts.title}
      subtitle={subtitle(back)}
      crossLinks={
        <CrossLink before={loginTexts.newHere} to={paths.join()} state={back}>
          {loginTexts.joinNow}
        </CrossLink>
      }
    >
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((typed) => signIn.mutate(typed))}
        className="grid max-w-md gap-5"
      >
        <PhoneField
          {...register('phoneNumber', {
            onChange: tidyPhone((digits) => setValue('phoneNumber', digits, { shouldValidate: true })),
          })}
          label={loginTexts.phone}
          error={errors.phoneNumber?.message}
          autoComplete="username"
        />
        <div className="grid gap-1">
          <PasswordField
            {...register('password')}
            label={loginTexts.password}
            error={errors.password?.message}
            autoComplete="current-password"
          />
          <div className="justify-self-end text-small">
            <CrossLink to={paths.forgotPassword()} state={back}>
              {loginTexts.forgot}
            </CrossLink>
          </div>
        </div>
        {loginError !== null && (
          <Notice tone="bad" title={loginError.message} isLive>
            {loginError.more}
          </Notice>
        )}
        <Button type="submit" variant="lime" wide isBusy={signIn.isPending}>
          {loginTexts.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}

function subtitle(back: { returnUrl?: string; returnTo?: string }): string {
  if (back.returnUrl !== undefined) return loginTexts.detour;
  return back.returnTo === undefined ? loginTexts.subtitle : loginTexts.returnTo;
}

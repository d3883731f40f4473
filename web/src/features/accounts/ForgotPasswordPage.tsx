import { valibotResolver } from '@hookform/resolvers/valibot';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { startOtpCooldown } from '@/lib/otp-cooldown';
import { paths } from '@/lib/paths';
import { wirePhone } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PhoneField } from '@/ui/PhoneField';
import { forgotPassword } from './api/forgot-password';
import { AuthLayout } from './AuthLayout';
import { CrossLink } from './CrossLink';
import { forgotForm } from './forgot-form';
import { useReturnState } from './return-state';
import { forgotTexts } from './texts';
import { tidyPhone } from './tidy-phone';

/** Requests a code to set a new password (spec §4). */
export function ForgotPasswordPage() {
  useTitle(forgotTexts.routeTitle);
  const navigate = useNavigate();
  const back = useReturnState();
  const config = useAppConfig();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { register, handleSubmit, setValue, reset, trigger, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { phoneNumber: '' },
    resolver: valibotResolver(forgotForm),
  });
  const { errors } = formState;
  useErrorsInLanguage(errors, trigger);

  const requestCode = useSingleMutation({
    mutationFn: forgotPassword,
    onMutate: () => setErrorMessage(null),
    onSuccess: async (reply, phoneNumber) => {
      if (succeeded(reply) && 'user' in reply) {
        startOtpCooldown(config?.otp_resend_seconds);
        const phone = wirePhone(phoneNumber);
        await navigate({
          ...paths.mobileVerification({
            user: reply.user,
            reg: '0',
            forgot: 'true',
            phone,
            mobile_no: reply.mobile_no,
          }),
          state: back,
        });
        return;
      }
      toast.error(reply.message || forgotTexts.failed, forgotTexts.failedTitle);
      reset();
    },
    onError: (cause) => setErrorMessage(failureMessage(cause)),
  });

  return (
    <AuthLayout
      ball="serve"
      title={forgotTexts.title}
      subtitle={forgotTexts.subtitle}
      crossLinks={
        <>
          <CrossLink before={forgotTexts.remembered} to={paths.login()} state={back}>
            {forgotTexts.signIn}
          </CrossLink>
          <CrossLink before={forgotTexts.newHere} to={paths.join()} state={back}>
            {forgotTexts.joinNow}
          </CrossLink>
        </>
      }
    >
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit(({ phoneNumber }) => requestCode.mutate(phoneNumber))}
        className="grid max-w-md gap-5"
      >
        <PhoneField
          {...register('phoneNumber', {
            onChange: tidyPhone((digits) => setValue('phoneNumber', digits, { shouldValidate: true })),
          })}
          label={forgotTexts.phone}
          error={errors.phoneNumber?.message}
          autoComplete="username"
        />
        {errorMessage !== null && (
          <Notice tone="bad" isLive>
            {errorMessage}
          </Notice>
        )}
        <Button type="submit" variant="lime" wide isBusy={requestCode.isPending}>
          {forgotTexts.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}

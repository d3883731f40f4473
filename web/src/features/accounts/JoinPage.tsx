import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useController, useForm, type FieldPath } from 'react-hook-form';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useInBrowser } from '@/lib/in-browser';
import { startOtpCooldown } from '@/lib/otp-cooldown';
import { PASSWORD_MIN } from '@/lib/password-min';
import { paths } from '@/lib/paths';
import { fullNameProblem } from '@/lib/full-name';
import { genders, today } from '@/lib/person-rules';
import { wirePhone } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { useBeforeHydration } from '@/lib/use-before-hydration';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { DateField } from '@/ui/DateField';
import { TextField } from '@/ui/Field';
import { GenderPicker } from '@/ui/GenderPicker';
import { Notice } from '@/ui/Notice';
import { PasswordField } from '@/ui/PasswordField';
import { PhoneField } from '@/ui/PhoneField';
import { registerPlayer } from './api/register';
import { AuthLayout } from './AuthLayout';
import { CrossLink } from './CrossLink';
import { emptyJoinForm, joinForm, type JoinFields, type JoinValues } from './join-form';
import { useReturnState } from './return-state';
import { joinTexts } from './texts';
import { tidyPhone } from './tidy-phone';

/** Sign-up (spec §2 and §5). */
export function JoinPage() {
  useTitle(joinTexts.routeTitle);
  const navigate = useNavigate();
  const back = useReturnState();
  const config = useAppConfig();
  const passwordMin = config?.password_min ?? PASSWORD_MIN;
  // The server does not know the player's zone, and so not the current day there.
  const lastBirthdate = useInBrowser() ? today() : undefined;
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { register, handleSubmit, control, getValues, setValue, trigger, watch, formState } = useForm<
    JoinFields,
    unknown,
    JoinValues
  >({
    mode: 'all',
    defaultValues: emptyJoinForm,
    resolver: valibotResolver(joinForm(passwordMin)),
  });
  const { errors, touchedFields, isSubmitted } = formState;
  useErrorsInLanguage(errors, trigger);
  // Registered in the order of the screen, because the form focuses the first invalid field in this order.
  const fullName = register('fullName');
  const email = register('email');
  const phoneNumber = register('phoneNumber', {
    onChange: tidyPhone((digits) => setValue('phoneNumber', digits, { shouldValidate: true })),
  });
  const birthdate = register('birthdate');
  const gender = useController({ control, name: 'gender' });
  // Hydration resets radio buttons to the form's values; the form library reads the text fields by itself.
  useBeforeHydration<string>(
    () => document.querySelector<HTMLInputElement>('input[name="gender"]:checked')?.value,
    gender.field.onChange,
  );

  const signUp = useSingleMutation({
    mutationFn: registerPlayer,
    onMutate: () => setErrorMessage(null),
    onSuccess: async (reply, person) => {
      if (succeeded(reply) && 'user' in reply) {
        toast.success(joinTexts.sent);
        startOtpCooldown(config?.otp_resend_seconds);
        await navigate({
          ...paths.mobileVerification({
            user: reply.user,
            reg: '1',
            phone: wirePhone(person.phoneNumber),
            mobile_no: reply.mobile_no,
          }),
          state: back,
        });
        return;
      }
      toast.error(reply.message || joinTexts.failed, joinTexts.failedTitle);
    },
    onError: (cause) => setErrorMessage(failureMessage(cause)),
  });

  /**
   * The error of a field if it should be shown now: at once if more typing cannot make the value valid, else after the
   * field was left or the form was submitted.
   */
  function shownError(name: FieldPath<JoinFields>): string | undefined {
    const error = errors[name];
    if (!error) return undefined;
    const problem = name === 'fullName' ? fullNameProblem(getValues(name)) : undefined;
    const cannotBecomeValid = problem === 'fullNameStart' || problem === 'fullNameLong';
    return isSubmitted || touchedFields[name] || cannotBecomeValid ? error.message : undefined;
  }

  return (
    <AuthLayout
      ball="serve"
      title={joinTexts.title}
      subtitle={joinTexts.subtitle}
      crossLinks={
        <CrossLink before={joinTexts.haveAccount} to={paths.login()} state={back}>
          {joinTexts.signIn}
        </CrossLink>
      }
    >
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((person) => signUp.mutate(person))}
        className="grid items-start gap-5 lg:grid-cols-2 lg:gap-x-4"
      >
        <TextField
          {...fullName}
          label={joinTexts.fullName}
          hint={joinTexts.fullNameHint}
          error={shownError('fullName')}
          autoComplete="name"
          autoCapitalize="words"
        />
        <TextField
          {...email}
          type="email"
          inputMode="email"
          label={joinTexts.email}
          error={shownError('email')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PhoneField
          {...phoneNumber}
          label={joinTexts.phone}
          hint={joinTexts.phoneHint}
          error={shownError('phoneNumber')}
        />
        <DateField
          {...birthdate}
          label={joinTexts.birthdate}
          error={shownError('birthdate')}
          autoComplete="bday"
          max={lastBirthdate}
        />
        <div
          className="lg:col-span-2"
          ref={(box) => gender.field.ref(box && { focus: () => box.querySelector('input')?.focus() })}
        >
          <GenderPicker
            legend={joinTexts.gender}
            name="gender"
            options={genders.map((value) => ({ value, label: joinTexts.genders[value] }))}
            value={gender.field.value}
            onChange={gender.field.onChange}
            onBlur={gender.field.onBlur}
            error={shownError('gender')}
          />
        </div>
        <div className="lg:col-span-2">
          {/* Password managers use the field before the password as the user name; here that is the phone number. */}
          <input hidden readOnly autoComplete="username" value={watch('phoneNumber')} />
          <PasswordField
            {...register('password')}
            label={joinTexts.password}
            hint={joinTexts.passwordHint(passwordMin)}
            error={shownError('password')}
            autoComplete="new-password"
          />
        </div>
        <div className="lg:col-span-2">
          <Checkbox
            {...register('agreeToTerms')}
            error={shownError('agreeToTerms')}
            label={
              <>
                {joinTexts.termsBefore}{' '}
                <Link
                  {...paths.termsAndConditions()}
                  state={back}
                  target="_blank"
                  className="font-semibold underline underline-offset-4"
                >
                  {joinTexts.termsLink}
                  <span className="sr-only"> {joinTexts.termsNewTab}</span>
                </Link>
              </>
            }
          />
        </div>
        {errorMessage !== null && (
          <div className="lg:col-span-2">
            <Notice tone="bad" isLive>
              {errorMessage}
            </Notice>
          </div>
        )}
        <div className="lg:col-span-2">
          <Button type="submit" variant="lime" wide isBusy={signUp.isPending}>
            {joinTexts.submit}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}

import { valibotResolver } from '@hookform/resolvers/valibot';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { paths } from '@/lib/paths';
import { genders, today } from '@/lib/person-rules';
import { nationalDigits } from '@/lib/phone';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { useErrorsInLanguage } from '@/lib/use-errors-in-language';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DateField } from '@/ui/DateField';
import { TextField } from '@/ui/Field';
import { GenderPicker } from '@/ui/GenderPicker';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { PageHeading } from '@/ui/PageHeading';
import { PhoneField } from '@/ui/PhoneField';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { CustomerInfo } from './api/customer-info';
import { updateProfile } from './api/update-profile';
import { fieldNames, profileFields, profileForm, type ProfileFields, type ProfileValues } from './profile-form';
import { genderTexts, profileTexts, updateTexts } from './texts';
import { useCustomer } from './use-customer';

/** The player's details: read-only at first, a toggle opens the fields (spec §2, profile edit). */
export function ProfileUpdatePage() {
  useTitle(updateTexts.routeTitle);
  const customer = useCustomer();
  return (
    <div className="page gutter pb-16">
      <PageHeading
        title={updateTexts.title}
        subtitle={updateTexts.subtitle}
        back={<BackButton label={updateTexts.back} render={<Link {...paths.profile()} />} />}
      />
      <div className="mt-6 grid items-start gap-5 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <Card as="section">
          {customer.data ? (
            <DetailsForm info={customer.data} />
          ) : customer.isError ? (
            <LoadFailure
              title={profileTexts.loadFailedHere}
              message={failureMessage(customer.error)}
              retryLabel={profileTexts.retry}
              isBusy={customer.isFetching}
              onRetry={() => void customer.refetch()}
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
        <Card as="section" className="grid gap-3">
          <h2 className="display text-h4">{updateTexts.passwordTitle}</h2>
          <p className="text-quiet">{updateTexts.passwordText}</p>
          <Button
            variant="outline"
            size="md"
            className="justify-self-start"
            render={<Link {...paths.accountPassword()} />}
          >
            {updateTexts.changePassword}
          </Button>
        </Card>
      </div>
    </div>
  );
}

function DetailsForm({ info }: { info: CustomerInfo }) {
  const [editing, setEditing] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { register, handleSubmit, control, getValues, reset, setFocus, setValue, trigger, formState } = useForm<
    ProfileFields,
    unknown,
    ProfileValues
  >({
    mode: 'all',
    // Data that is fetched again replaces the fields, except those that the player has changed and not saved yet.
    values: profileFields(info),
    resetOptions: { keepDirtyValues: editing },
    resolver: valibotResolver(profileForm),
  });
  const { errors } = formState;
  useErrorsInLanguage(errors, trigger);
  // Registered in the order of the screen, because the form focuses the first invalid field in this order.
  const fullName = register('fullName');
  const email = register('email');
  const birthdate = register('birthdate');
  const gender = useController({ control, name: 'gender' });

  const editButton = useRef<HTMLButtonElement>(null);
  const [timesClosed, setTimesClosed] = useState(0);
  // The button or field that had the focus disappears or is disabled.
  useEffect(() => {
    if (timesClosed > 0) editButton.current?.focus();
  }, [timesClosed]);

  function close() {
    setEditing(false);
    setErrorMessage(null);
    setTimesClosed((times) => times + 1);
  }

  const update = useSingleMutation({
    mutationFn: ({ person }: { person: ProfileValues; typed: ProfileFields }, context) =>
      updateProfile(person, context),
    onMutate: () => setErrorMessage(null),
    onSuccess: (reply, { person, typed }) => {
      if (succeeded(reply)) {
        toast.success(updateTexts.saved);
        const now = getValues();
        const changed = fieldNames.filter((name) => now[name] !== typed[name]);
        // What was typed during the call is not saved yet.
        reset({ ...person }, { keepDirtyValues: false, keepValues: changed.length > 0 });
        for (const name of changed) setValue(name, now[name], { shouldDirty: true, shouldValidate: true });
        if (changed.length === 0) close();
        return;
      }
      setErrorMessage(reply.message || updateTexts.failed);
    },
    onError: (cause) => {
      // The server says how long to wait, for example.
      const said = cause instanceof ApiFailure ? cause.userMessage : '';
      setErrorMessage(said || updateTexts.failed);
    },
  });

  return (
    <form
      noValidate
      onSubmit={handleSubmit((person) => update.mutate({ person, typed: getValues() }))}
      className="grid items-start gap-5 md:grid-cols-2 md:gap-x-4"
    >
      <TextField
        {...fullName}
        label={updateTexts.fullName}
        error={errors.fullName?.message}
        autoComplete="name"
        disabled={!editing}
      />
      <TextField
        {...email}
        type="email"
        inputMode="email"
        label={updateTexts.email}
        error={errors.email?.message}
        autoComplete="email"
        autoCapitalize="none"
        disabled={!editing}
      />
      <PhoneField
        label={updateTexts.phone}
        hint={updateTexts.phoneFixed}
        value={nationalDigits(info.phone_no)}
        readOnly
        disabled
      />
      <DateField
        {...birthdate}
        label={updateTexts.birthdate}
        error={errors.birthdate?.message}
        autoComplete="bday"
        max={today()}
        disabled={!editing}
      />
      <div
        className="md:col-span-2"
        ref={(box) => gender.field.ref(box && { focus: () => box.querySelector('input')?.focus() })}
      >
        <GenderPicker
          legend={updateTexts.gender}
          options={genders.map((value) => ({ value, label: genderTexts[value] }))}
          value={gender.field.value}
          onChange={gender.field.onChange}
          onBlur={gender.field.onBlur}
          error={errors.gender?.message}
          disabled={!editing}
        />
      </div>
      {errorMessage !== null && (
        <div className="md:col-span-2">
          <Notice tone="bad" isLive>
            {errorMessage}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-3 md:col-span-2">
        {editing ? (
          <>
            <Button key="save" type="submit" variant="lime" className="min-w-36" isBusy={update.isPending}>
              {updateTexts.save}
            </Button>
            <Button
              key="cancel"
              variant="ghost"
              disabled={update.isPending}
              onClick={() => {
                reset(profileFields(info), { keepDirtyValues: false });
                close();
              }}
            >
              {updateTexts.cancel}
            </Button>
          </>
        ) : (
          <Button
            key="edit"
            ref={editButton}
            className="min-w-36"
            onClick={() => {
              setEditing(true);
              // A disabled field cannot take the focus; it is enabled by the next frame.
              requestAnimationFrame(() => setFocus('fullName'));
            }}
          >
            {updateTexts.edit}
          </Button>
        )}
      </div>
    </form>
  );
}

function FormSkeleton() {
  return (
    <Loading label={profileTexts.loading}>
      <div className="grid gap-5 md:grid-cols-2 md:gap-x-4">
        {['a', 'b', 'c', 'd', 'e'].map((field) => (
          <div key={field} className={`grid gap-2 ${field === 'e' ? 'md:col-span-2' : ''}`}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-13 w-full" />
          </div>
        ))}
        <Skeleton className="h-14 w-36" />
      </div>
    </Loading>
  );
}

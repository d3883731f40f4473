import { controlClass, FieldFrame, useFieldIds, type TextFieldProps } from './Field';

/** An Indian number after its fixed +91; `lib/phone` reads what was typed. */
export function PhoneField({ label, error, hint, id: given, ...input }: Omit<TextFieldProps, 'type' | 'className'>) {
  const { id, aria } = useFieldIds(error, hint, given);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <span className="relative block">
        <span
          aria-hidden="true"
          className="figures absolute inset-y-0 left-0 grid place-items-center border-r border-line px-3.5 font-semibold text-quiet"
        >
          {'+91'}
        </span>
        <input
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...aria}
          {...input}
          id={id}
          className={`${controlClass(error)} figures pl-17`}
        />
      </span>
    </FieldFrame>
  );
}

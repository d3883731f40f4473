import { useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { controlClass, FieldFrame, useFieldIds, type TextFieldProps } from './Field';
import { uiTexts } from './texts';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  showLabel?: string;
  hideLabel?: string;
}

/** A password with a show/hide toggle. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField({
  label,
  error,
  hint,
  id: given,
  showLabel = uiTexts.showPassword,
  hideLabel = uiTexts.hidePassword,
  ...input
}: PasswordFieldProps) {
  const { id, aria } = useFieldIds(error, hint, given);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <span className="relative block">
        <input
          {...aria}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${controlClass(error)} pr-13`}
        />
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-quiet hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </button>
      </span>
    </FieldFrame>
  );
}

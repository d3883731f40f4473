import { useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { controlClass, FieldFrame, useFieldIds, type TextFieldProps } from './Field';
import { uiTexts } from './texts';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'className'> {
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
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <span className="relative block">
        <input
          {...aria}
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${controlClass(error)} pr-13`}
        />
        <button
          type="button"
          aria-label={isShown ? hideLabel : showLabel}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-quiet hover:text-ink"
        >
          {isShown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </button>
      </span>
    </FieldFrame>
  );
}

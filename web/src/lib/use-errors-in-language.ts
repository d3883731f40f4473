import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormTrigger } from 'react-hook-form';
import { useLanguage } from './language';

/**
 * Validates the fields with an error again when the language changes: a form keeps each error as a text of the language before. `errors`
 * are those of the form by their fields.
 */
export function useErrorsInLanguage<Fields extends FieldValues>(errors: object, trigger: UseFormTrigger<Fields>): void {
  const language = useLanguage();
  const validatedIn = useRef(language);
  const validateAgain = useEffectEvent(() => {
    const wrong: unknown[] = Object.keys(errors);
    if (wrong.length > 0) void trigger(wrong as FieldPath<Fields>[]);
  });
  useEffect(() => {
    if (validatedIn.current === language) return;
    validatedIn.current = language;
    validateAgain();
  }, [language]);
}

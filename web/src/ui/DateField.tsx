import { controlClass, FieldFrame, useFieldIds, type TextFieldProps } from './Field';

/** A calendar day; the native picker opens on click (spec §5). */
export function DateField({
  label,
  error,
  hint,
  id: given,
  onClick,
  ...input
}: Omit<TextFieldProps, 'type' | 'className'>) {
  const { id, aria } = useFieldIds(error, hint, given);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        {...aria}
        {...input}
        id={id}
        type="date"
        className={`${controlClass(error)} figures`}
        onClick={(event) => {
          onClick?.(event);
          try {
            event.currentTarget.showPicker();
          } catch {
            // Older browsers have no `showPicker`, and there the date can still be typed. On a read-only field it throws.
          }
        }}
      />
    </FieldFrame>
  );
}

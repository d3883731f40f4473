import { TextField } from '@/ui/Field';
import { firmErrors, type TypedFirm } from './firm';
import { firmTexts } from './firm-texts';
import { focusOnce } from '@/desk/lib/focus-once';

/** The name, the number and the address of a firm. */
export function FirmFields({
  typed,
  wasTried,
  onTyped,
  focusFirst = false,
}: {
  typed: TypedFirm;
  wasTried: boolean;
  onTyped: (typed: TypedFirm) => void;
  focusFirst?: boolean;
}) {
  const errors = wasTried ? firmErrors(typed) : {};
  return (
    <>
      <TextField
        ref={focusFirst ? focusOnce : undefined}
        label={firmTexts.name}
        error={errors.name}
        autoComplete="off"
        value={typed.name}
        onChange={(event) => onTyped({ ...typed, name: event.target.value })}
      />
      <TextField
        label={firmTexts.gstin}
        error={errors.gstin}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        value={typed.gstin}
        onChange={(event) => onTyped({ ...typed, gstin: event.target.value })}
      />
      <TextField
        label={firmTexts.address}
        error={errors.address}
        autoComplete="off"
        value={typed.address}
        onChange={(event) => onTyped({ ...typed, address: event.target.value })}
      />
    </>
  );
}

import { useId } from 'react';
import { TextField } from '@/ui/Field';
import type { ClosureCause } from '@/desk/api/closures';
import { closeTexts } from './texts';

const CAUSES = ['rain', 'wet_court', 'power', 'lights', 'other'] as const satisfies readonly ClosureCause[];

/** Asks why the courts close: one of the usual causes, or words that players read. */
export function ReasonPart({
  withCauses,
  cause,
  reason,
  error,
  onCause,
  onReason,
}: {
  withCauses: boolean;
  cause: ClosureCause;
  reason: string;
  error: string | undefined;
  onCause: (cause: ClosureCause) => void;
  onReason: (reason: string) => void;
}) {
  const name = useId();
  return (
    <div className="grid gap-3">
      {withCauses && (
        <fieldset className="min-w-0">
          <legend className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.why}</legend>
          <div className="flex flex-wrap gap-1.5">
            {CAUSES.map((one) => (
              <label
                key={one}
                className="flex min-h-11 cursor-pointer items-center rounded-full border-[1.5px] border-edge px-3.5 text-small font-bold whitespace-nowrap hover:border-ink has-checked:border-solid has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring"
              >
                <input
                  type="radio"
                  name={name}
                  value={one}
                  checked={one === cause}
                  onChange={() => onCause(one)}
                  className="sr-only"
                />
                {closeTexts.causes[one]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {cause === 'other' && (
        <TextField
          label={closeTexts.reason}
          error={error}
          autoComplete="off"
          enterKeyHint="go"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </div>
  );
}

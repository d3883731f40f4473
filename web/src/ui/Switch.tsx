import { useId } from 'react';

export interface SwitchProps {
  label: string;
  /** The effect of the switch, in a sentence. */
  hint?: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
}

/** A setting or a choice that is on or off. */
export function Switch({ label, hint, on, onSwitch }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block cursor-pointer font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-small text-quiet">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onClick={() => onSwitch(!on)}
        className="grid h-11 w-14 shrink-0 place-items-center rounded-md"
      >
        <span
          className={`flex h-7 w-12 items-center rounded-full border-[1.5px] px-1 transition-colors duration-150 ${
            on ? 'border-solid bg-solid' : 'border-edge bg-card'
          }`}
        >
          {/* The border is for screens that show no background colours (forced colours). */}
          <span
            className={`size-5 rounded-full border border-transparent transition-transform duration-150 ${
              on ? 'translate-x-4.5 bg-on-solid' : 'bg-edge'
            }`}
          />
        </span>
      </button>
    </div>
  );
}

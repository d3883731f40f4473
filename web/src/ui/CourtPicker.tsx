import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { CourtDrawing, type CourtState, type CourtType } from './CourtDrawing';

export interface CourtChoice {
  id: number;
  number: number;
  /** Read aloud: "Court 3, outdoor, free, ₹800". */
  name: string;
  type: CourtType;
  state: CourtState;
  /** The word under the drawing: "Free", "Taken", "Selected". */
  word: string;
  /** Shown under the word where prices differ. */
  price?: ReactNode;
}

export interface CourtPickerProps {
  /** "Outdoor". */
  title: string;
  /** "3 of 9 free". */
  hint: ReactNode;
  /** Read aloud for the group: "Outdoor courts, 3 of 9 free"; without it the title is read. */
  name?: string;
  courts: readonly CourtChoice[];
  onSelect: (id: number) => void;
  /** `nine`: the venue's three rows of three; `rows`: as many side by side as fit. */
  layout?: 'rows' | 'nine';
}

/** One group of courts. Taken ones cannot be pressed; pressing the chosen one does nothing (spec §2). */
export function CourtPicker({ title, hint, name, courts, onSelect, layout = 'rows' }: CourtPickerProps) {
  const id = useId();

  /** Arrow keys walk over the courts that can be pressed, as on a row of radio buttons, but choose nothing. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <section role="group" aria-label={name} aria-labelledby={name === undefined ? id : undefined} className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-h4">
          {title}
        </h2>
        <p className="figures text-small text-quiet">{hint}</p>
      </div>
      {/* The keys only add to what Tab and Enter do on the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onKeyDown={onKeyDown}
        className={
          layout === 'nine'
            ? 'grid max-w-96 grid-cols-3 gap-x-2.5 gap-y-3.5'
            : 'grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-x-2.5 gap-y-3.5'
        }
      >
        {courts.map((court) => (
          <CourtButton key={court.id} court={court} onSelect={onSelect} />
        ))}
      </div>
    </section>
  );
}

/** One court to press. */
export function CourtButton({ court, onSelect }: { court: CourtChoice; onSelect: (id: number) => void }) {
  const taken = court.state === 'taken';
  return (
    <button
      type="button"
      aria-pressed={court.state === 'selected'}
      aria-label={court.name}
      disabled={taken}
      onClick={() => court.state !== 'selected' && onSelect(court.id)}
      className="group grid content-start justify-items-center gap-1 rounded-md text-center transition-transform duration-150 ease-out enabled:hover:-translate-y-0.5 enabled:active:translate-y-0"
    >
      <CourtDrawing number={court.number} type={court.type} state={court.state} className="w-full max-w-24" />
      <span className={`text-tiny font-semibold ${taken ? 'text-quiet' : 'text-ink'}`}>{court.word}</span>
      {court.price !== undefined && !taken && <span className="figures -mt-1 text-tiny text-quiet">{court.price}</span>}
    </button>
  );
}

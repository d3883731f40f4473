import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { useDisabledAfterFocus } from '@/lib/use-disabled-after-focus';
import { CourtDrawing, type CourtState, type CourtType } from './CourtDrawing';
import { isFocusKey, nextFocus } from './court-focus';

export interface CourtChoice {
  id: number;
  number: number;
  /** Read aloud: "Court 3, outdoor, free, ₹800". */
  name: ReactNode;
  type: CourtType;
  state: CourtState;
  /** The word under the drawing: "Free", "Taken", "Selected", "Yours". */
  word: string;
  /** Shown under the word, such as the price; hidden for a taken court, and not read aloud. */
  note?: ReactNode;
  /** It has just been taken or freed: a ring animation runs once. */
  isChanged?: boolean;
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
  layout?: CourtLayout;
  /** In `rows`, draws the courts larger if there is space. */
  hasFewCourts?: boolean;
}

/**
 * `rows`: as many side by side as fit. `nine`: three side by side. `column`: one below the other on a phone, three side
 * by side on larger screens.
 */
export type CourtLayout = 'rows' | 'nine' | 'column';

const grids: Record<CourtLayout | 'few', string> = {
  rows: 'grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] md:grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]',
  few: 'grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] md:grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))]',
  nine: 'grid-cols-3 lg:max-w-78',
  column: 'grid-cols-1 md:grid-cols-3 lg:max-w-78',
};

/** A group of courts. The chosen one can be pressed: another one may be chosen by then and not be rendered yet. */
export function CourtPicker({
  title,
  hint,
  name,
  courts,
  onSelect,
  layout = 'rows',
  hasFewCourts = false,
}: CourtPickerProps) {
  const id = useId();

  /** Arrow keys move the focus between the enabled courts, by their position on the page, without choosing one. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event) || !isFocusKey(event.key)) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    const positions = buttons.map((button) => button.getBoundingClientRect());
    buttons[nextFocus(positions, at, event.key)]?.focus();
  }

  return (
    <section role="group" aria-label={name} aria-labelledby={name === undefined ? id : undefined} className="min-w-0">
      <div
        className={`mb-3 flex items-baseline justify-between gap-x-4 gap-y-1 md:justify-start ${layout === 'rows' ? '' : 'max-md:flex-col'}`}
      >
        <h2 id={id} className="display text-h4">
          {title}
        </h2>
        <p className="figures text-small whitespace-nowrap text-quiet">{hint}</p>
      </div>
      {/* The arrow keys only add to Tab and Enter on the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onKeyDown={onKeyDown}
        className={`grid gap-x-2.5 gap-y-3.5 ${grids[layout === 'rows' && hasFewCourts ? 'few' : layout]}`}
      >
        {courts.map((court) => (
          <CourtButton key={court.id} court={court} onSelect={onSelect} />
        ))}
      </div>
    </section>
  );
}

function CourtButton({ court, onSelect }: { court: CourtChoice; onSelect: (id: number) => void }) {
  const taken = court.state === 'taken';
  const isOwn = court.state === 'held' || court.state === 'booked';
  const disabledAttributes = useDisabledAfterFocus(taken);
  return (
    <button
      type="button"
      // The player's own court is not a choice.
      aria-pressed={isOwn ? undefined : court.state === 'selected'}
      {...disabledAttributes}
      onClick={() => {
        if (!taken) onSelect(court.id);
      }}
      className="group grid content-start justify-items-center gap-1 rounded-md text-center transition-transform duration-150 ease-out not-aria-disabled:hover:-translate-y-0.5 not-aria-disabled:active:translate-y-0"
    >
      <span className="sr-only">{court.name}</span>
      <CourtDrawing
        number={court.number}
        type={court.type}
        state={court.state}
        className={`w-full max-w-24 rounded-sm ${court.isChanged ? 'animate-changed' : ''}`}
      />
      <span aria-hidden="true" className={`text-tiny font-semibold ${taken ? 'text-quiet' : 'text-ink'}`}>
        {court.word}
      </span>
      {court.note !== undefined && (
        // A taken court hides the note but keeps its line, so that rows side by side stay aligned.
        <span aria-hidden="true" className={`figures -mt-1 text-tiny text-quiet ${taken ? 'opacity-0' : ''}`}>
          {court.note}
        </span>
      )}
    </button>
  );
}

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { hasModifier } from '@/lib/has-modifier';

export interface TabsProps<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string }[];
  selected: T;
  onSelect: (id: T) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** A row of tabs with one panel; arrow keys, Home and End select another tab. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const id = useId();
  const buttons = useRef(new Map<T, HTMLButtonElement>());

  function onKeyDown(event: KeyboardEvent) {
    // With one of these keys it is a key of the browser, such as Alt and the left arrow to go back.
    if (hasModifier(event)) return;
    // From the tab with the focus: the one that was selected just before may not be rendered as such yet.
    const focused = tabs.findIndex((tab) => buttons.current.get(tab.id) === event.target);
    const at = focused === -1 ? tabs.findIndex((tab) => tab.id === selected) : focused;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.id);
    buttons.current.get(tab.id)?.focus();
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="scrollbar-none -mx-5 flex gap-1.5 overflow-x-auto px-5 py-1.5 md:-mx-1 md:px-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={(button) => {
              if (button) buttons.current.set(tab.id, button);
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className="min-h-11 shrink-0 rounded-full border border-line bg-card px-4.5 text-[.9375rem] font-semibold text-quiet transition-colors duration-150 hover:border-edge hover:text-ink aria-selected:border-solid aria-selected:bg-solid aria-selected:text-on-solid"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tab pattern's panel takes focus */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0} className="pt-4">
        {children}
      </div>
    </div>
  );
}

/** The key that presses a button, inside of it; for people with a keyboard. */
export function KeyHint({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="key-hint ml-2.5 inline-grid size-5 place-items-center rounded-[6px] border border-current font-sans text-[.75rem] leading-none font-bold opacity-70"
    >
      {children}
    </kbd>
  );
}

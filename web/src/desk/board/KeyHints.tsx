/** Lists keys of the board, for people with a keyboard. */
export function KeyHints({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <ul aria-hidden="true" className="key-hint flex items-center gap-3 max-lg:hidden">
      {keys.map(([key, does]) => (
        <li key={key} className="flex items-center gap-1.5">
          <kbd className="rounded-[6px] border border-line bg-card px-1.5 font-sans text-[.6875rem] leading-5 font-semibold">
            {key}
          </kbd>
          {does}
        </li>
      ))}
    </ul>
  );
}

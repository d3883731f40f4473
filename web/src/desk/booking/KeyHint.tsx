import { useSingleKeys } from '@/desk/lib/single-keys';

/** Shows the key of a button inside the button, except on touch screens. Single keys that are off are not shown. */
export function KeyHint({ children }: { children: string }) {
  const isOn = useSingleKeys();
  if (!isOn && /^⇧?[\w/]$/.test(children)) return null;
  return (
    <kbd
      aria-hidden="true"
      className="key-hint ml-2.5 inline-grid size-5 place-items-center rounded-[6px] border border-current font-sans text-[.75rem] leading-none font-bold opacity-70"
    >
      {children}
    </kbd>
  );
}

import { Search } from 'lucide-react';
import { IconButton } from '@/ui/IconButton';
import { openSearch } from '@/desk/lib/open-search';
import { boardTexts } from './texts';
import { useShortcutName } from '@/desk/lib/single-keys';

/** The button that opens the search: as wide as a field if there is room, else an icon. */
export function SearchButton({ isWide }: { isWide: boolean }) {
  const shortcut = useShortcutName();
  const key = shortcut('/');
  const icon = <Search aria-hidden="true" className="size-4.5 shrink-0" />;
  if (!isWide) {
    return <IconButton label={boardTexts.search} aria-keyshortcuts={key} icon={icon} onClick={() => openSearch()} />;
  }
  return (
    <button
      type="button"
      aria-keyshortcuts={key}
      onClick={() => openSearch()}
      className="flex h-11 min-w-0 flex-1 basis-40 max-w-72 items-center gap-2 rounded-md border-[1.5px] border-edge bg-card px-3 text-left text-small text-quiet hover:border-ink"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{boardTexts.search}</span>
      {key !== undefined && (
        <kbd aria-hidden="true" className="key-hint rounded-sm border border-line px-1.5 text-[.6875rem] font-bold">
          {key}
        </kbd>
      )}
    </button>
  );
}

import { ChevronsUpDown } from 'lucide-react';
import { useAfterFirstFrame } from '@/desk/lib/use-after-first-frame';
import { deskLayoutTexts } from './texts';

export interface VenueOption {
  id: number;
  name: string;
  is_retired: boolean;
}

/** The venue's name; a list to choose from if there are several. */
export function VenuePicker({
  venues,
  venue,
  onVenue,
}: {
  venues: readonly VenueOption[];
  venue: VenueOption;
  onVenue: (id: number) => void;
}) {
  // The browser's own list is slow to create, and is seen only once it opens.
  const hasList = useAfterFirstFrame();
  const shown = (
    <>
      <span className="block text-[.6875rem] leading-tight text-quiet">
        {venue.is_retired ? deskLayoutTexts.retired : deskLayoutTexts.venue}
      </span>
      <span className="block truncate text-[.9375rem] leading-tight font-bold">{venue.name}</span>
    </>
  );
  if (venues.length === 1) return <div className="min-w-0 max-w-60 max-[40rem]:flex-1">{shown}</div>;
  return (
    <label className="relative flex min-h-11 max-w-60 min-w-20 max-[40rem]:flex-1 items-center gap-2 rounded-md pr-1 focus-within:focus-ring">
      <span className="min-w-0">{shown}</span>
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-quiet" />
      {hasList && (
        <select
          value={venue.id}
          onChange={(event) => onVenue(Number(event.target.value))}
          aria-label={deskLayoutTexts.venue}
          className="absolute inset-0 cursor-pointer bg-card text-ink opacity-0"
        >
          {venues.map(({ id, name, is_retired }) => (
            <option key={id} value={id}>
              {is_retired ? `${name} · ${deskLayoutTexts.retired}` : name}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

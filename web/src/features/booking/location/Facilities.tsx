import { CircleParking, Lightbulb, LockKeyhole, type LucideIcon, Sparkles, Toilet, Utensils } from 'lucide-react';
import { venueDetailsTexts } from '../texts';

/** The four icons of the specification, and one for floodlights; any other facility gets a plain icon. */
const icons: Record<string, LucideIcon> = {
  lockers: LockKeyhole,
  parking: CircleParking,
  washroom: Toilet,
  fb: Utensils,
  floodlights: Lightbulb,
};

function nameOf(facility: string): string {
  const label = facility.replaceAll('_', ' ').trim();
  const known: Readonly<Record<string, string>> = venueDetailsTexts.facility;
  return known[facility] ?? label.charAt(0).toUpperCase() + label.slice(1);
}

/** The facilities of a venue. */
export function Facilities({ facilities }: { facilities: readonly string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
      {facilities.map((facility) => {
        const Icon = icons[facility] ?? Sparkles;
        return (
          <li key={facility} className="grid justify-items-start gap-2.5 rounded-md border border-line px-3.5 py-3">
            <Icon aria-hidden="true" className="size-5 text-quiet" />
            <span className="text-small font-semibold">{nameOf(facility)}</span>
          </li>
        );
      })}
    </ul>
  );
}

import { MapPin } from 'lucide-react';
import { rupees } from '@/lib/money';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { Picture } from '@/ui/Picture';
import { VenueArt } from '@/ui/art/VenueArt';
import { venuesTexts } from './texts';

/** A card draws at most this many courts. */
const MOST_DRAWN = 12;

/** A preview of the card of a venue. */
export function CardPreview({
  name,
  location,
  image,
  outdoor,
  indoor,
  lowest,
  highest,
}: {
  name: string;
  location: string;
  image: string;
  outdoor: number;
  indoor: number;
  /** The lowest and the highest price of a slot, in paise; null if no slot has a price. */
  lowest: number | null;
  highest: number | null;
}) {
  const types = [
    ...Array.from({ length: Math.min(outdoor, MOST_DRAWN) }, () => 'outdoor' as const),
    ...Array.from({ length: Math.min(indoor, MOST_DRAWN) }, () => 'indoor' as const),
  ].slice(0, MOST_DRAWN);
  return (
    <figure aria-label={venuesTexts.preview} className="grid max-w-sm gap-2">
      <figcaption className="text-small font-semibold text-quiet">{venuesTexts.preview}</figcaption>
      <div className="overflow-hidden rounded-xl border border-line bg-card">
        <Picture
          src={image}
          alt=""
          className="aspect-[16/9] bg-surround"
          standIn={<VenueArt className="object-cover" />}
        />
        <div className="grid gap-3 p-5">
          <div>
            <div className="flex items-baseline justify-between gap-4">
              <p className="display min-w-0 text-h3 wrap-anywhere">{name.trim() || venuesTexts.previewName}</p>
              {lowest !== null && (
                <p className="figures shrink-0 font-semibold">
                  {lowest === highest ? rupees(lowest / 100) : venuesTexts.previewFrom(rupees(lowest / 100))}
                </p>
              )}
            </div>
            <p className="mt-1.5 flex items-start gap-1.5 text-small text-quiet">
              <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="wrap-anywhere">{location.trim() || venuesTexts.previewLocation}</span>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span aria-hidden="true" className="flex gap-0.75">
              {types.map((type, at) => (
                // The drawings have no identity but their position.
                // oxlint-disable-next-line react/no-array-index-key
                <CourtDrawing key={at} type={type} className="w-2.5" />
              ))}
            </span>
            <span className="figures text-small font-semibold text-quiet">
              {venuesTexts.courtCount(outdoor, indoor)}
            </span>
          </div>
        </div>
      </div>
    </figure>
  );
}

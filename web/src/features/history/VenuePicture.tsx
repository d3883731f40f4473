import { useState } from 'react';
import { CourtDrawing, type CourtType } from '@/ui/CourtDrawing';

/** The picture of a booking's venue; a court of the booked kind stands in when there is none or it does not load. */
export function VenuePicture({ src, type, className }: { src: string | null; type: CourtType; className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src !== null && src !== broken) {
    return (
      <img src={src} alt="" loading="lazy" onError={() => setBroken(src)} className={`object-cover ${className}`} />
    );
  }
  return (
    <span
      className={`grid place-items-center overflow-hidden ${type === 'indoor' ? 'bg-clay-surround' : 'bg-surround'} ${className}`}
    >
      <CourtDrawing type={type} className="w-1/2 max-w-24 rotate-18" />
    </span>
  );
}

import { CourtDrawing, type CourtType } from '@/ui/CourtDrawing';
import { Picture } from '@/ui/Picture';

/** The picture of a booking's venue; a drawing of the booked court type replaces a missing or broken one. */
export function VenuePicture({ src, type, className }: { src: string | null; type: CourtType; className: string }) {
  return (
    <Picture
      src={src}
      alt=""
      className={`${type === 'indoor' ? 'bg-clay-surround' : 'bg-surround'} ${className}`}
      standIn={
        <span className="grid place-items-center overflow-hidden">
          <CourtDrawing type={type} className="w-1/2 max-w-24 rotate-18" />
        </span>
      }
    />
  );
}

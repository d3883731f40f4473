import { Picture, type PictureProps } from '@/ui/Picture';
import { VenueArt } from '@/ui/art/VenueArt';

/** A venue's picture; a drawing replaces a missing or broken one. */
export function VenuePhoto({ className, ...picture }: Omit<PictureProps, 'standIn'>) {
  return (
    <Picture {...picture} className={`bg-surround ${className}`} standIn={<VenueArt className="object-cover" />} />
  );
}

import { Picture, type PictureProps } from '@/ui/Picture';
import { VenueArt } from '@/ui/art/VenueArt';

/** A venue's picture, or a drawn one when it has none or it does not load. */
export function VenuePhoto({ className, ...picture }: Omit<PictureProps, 'standIn'>) {
  return (
    <Picture {...picture} className={`bg-surround ${className}`} standIn={<VenueArt className="object-cover" />} />
  );
}

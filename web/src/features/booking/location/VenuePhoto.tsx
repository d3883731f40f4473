import { useState } from 'react';
import { VenueArt } from '@/ui/art/VenueArt';

export interface VenuePhotoProps {
  src: string;
  alt: string;
  className?: string;
  /** The first picture on the page is not put off. */
  eager?: boolean;
}

/** A venue's picture, or a drawn one when it has none or it does not load. */
export function VenuePhoto({ src, alt, className = '', eager = false }: VenuePhotoProps) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={`overflow-hidden bg-surround ${className}`}>
      {broken || src === '' ? (
        <VenueArt className="size-full object-cover" />
      ) : (
        <img
          src={src}
          alt={alt}
          width={800}
          height={500}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface PictureProps {
  /** Empty or null if there is no picture. */
  src: string | null;
  /** What it shows; empty for decoration. */
  alt: string;
  /** Shown if there is no picture or it fails to load. It fills the same box. */
  standIn: ReactNode;
  /** The box: its size, shape and colour. */
  className: string;
  /** For the first picture on the page: loaded at once. */
  eager?: boolean;
}

/** A photo in a box, or its replacement. */
export function Picture({ src, alt, standIn, className, eager = false }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // In a page from the server a picture may have failed before anything listened to its error. A picture that has loaded
  // and has no width may also be a drawing without a size; only decoding tells them apart.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0) current.decode().catch(() => setBroken(src));
  }, [src]);
  return (
    <span className={`grid place-items-center overflow-hidden *:size-full ${className}`}>
      {src !== null && src !== '' && src !== broken ? (
        <img
          ref={image}
          src={src}
          alt={alt}
          width={800}
          height={500}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding={eager ? undefined : 'async'}
          onError={() => setBroken(src)}
          className="object-cover"
        />
      ) : (
        standIn
      )}
    </span>
  );
}

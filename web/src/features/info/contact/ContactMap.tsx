import { MapPin, Navigation } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { MapArt } from '@/ui/art/MapArt';
import { infoTexts } from '../texts';
import { useReachable } from './use-reachable';

export interface ContactMapProps {
  name: string;
  address: string;
  /** The map to embed, if the operator has one. */
  embedUrl: string | null;
  /** A map link of the operator, used if there is no address. */
  link: string;
}

/**
 * The operator's location: a drawn map with the address and a link to directions; the embedded map covers the drawing
 * once it is loaded.
 */
export function ContactMap({ name, address, embedUrl, link }: ContactMapProps) {
  const reachable = useReachable(embedUrl);
  const directions = address === '' ? link : directionsTo(address);
  return (
    <section
      aria-label={infoTexts.map(name)}
      className="flex flex-col overflow-hidden rounded-2xl border border-line bg-card"
    >
      <div className="relative aspect-[4/3] flex-1 overflow-hidden lg:aspect-auto lg:min-h-80">
        <MapArt className="absolute inset-0 size-full" />
        {embedUrl !== null && reachable && <EmbeddedMap src={embedUrl} title={infoTexts.map(name)} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 border-t border-line p-5">
        {address !== '' && (
          <p className="flex min-w-0 flex-1 basis-52 items-start gap-2.5">
            <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-quiet" />
            <span className="font-semibold">{address}</span>
          </p>
        )}
        <Button
          size="sm"
          className="max-sm:w-full"
          icon={<Navigation aria-hidden="true" className="size-4.5" />}
          // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
          render={<a href={directions} target="_blank" rel="noopener noreferrer" />}
        >
          {infoTexts.directions}
        </Button>
      </div>
    </section>
  );
}

/** The embedded map, transparent until it is loaded. */
function EmbeddedMap({ src, title }: { src: string; title: string }) {
  // Belongs to one frame: the frame that replaces it after a lost network is empty at first.
  const [loaded, setLoaded] = useState(false);
  return (
    // A map of another origin, allowed by the content security policy, needs its own scripts and storage.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      src={src}
      title={title}
      loading="lazy"
      referrerPolicy="no-referrer-when-downgrade"
      onLoad={() => setLoaded(true)}
      className={`absolute inset-0 size-full border-0 transition-opacity duration-200 ${loaded ? 'opacity-100' : 'opacity-0'}`}
    />
  );
}

/** A link to directions that opens the maps app on phones and the site elsewhere. */
function directionsTo(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;
}

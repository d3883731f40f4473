import type { ReactNode } from 'react';
import { hourText } from '@/lib/dates';
import { CardPreview } from './CardPreview';
import { Courts } from './Courts';
import { courtsOf } from './draft';
import { Section } from './Section';
import { venuesTexts } from './texts';
import type { Venue } from './venues';

/** A venue, read-only. */
export function VenueFacts({ venue, children }: { venue: Venue; children?: ReactNode }) {
  const courts = courtsOf(venue);
  const active = courts.filter(({ isActive }) => isActive);
  const indoor = active.filter(({ isIndoor }) => isIndoor).length;
  const { fields } = venue;
  const facts: [string, string][] = [
    [venuesTexts.address, fields.address],
    [venuesTexts.slot, String(fields.slot_minutes)],
    [venuesTexts.play, String(fields.play_minutes)],
    [venuesTexts.zone, fields.time_zone.replaceAll('_', ' ')],
  ];
  if (venue.first_minute !== null) facts.push([venuesTexts.first, hourText(venue.first_minute)]);
  if (venue.last_minute !== null) facts.push([venuesTexts.last, hourText(venue.last_minute)]);
  if (fields.upi_address !== null) facts.push([venuesTexts.upi, fields.upi_address]);
  if (fields.map_url !== null) facts.push([venuesTexts.map, fields.map_url]);
  return (
    <div className="grid gap-4 min-[80rem]:grid-cols-[minmax(0,1fr)_20rem] min-[80rem]:items-start min-[80rem]:gap-6">
      <div className="min-[80rem]:order-2">
        <CardPreview
          name={fields.name}
          location={fields.location}
          image={fields.image}
          outdoor={active.length - indoor}
          indoor={indoor}
          lowest={venue.lowest_paise}
          highest={venue.highest_paise}
        />
      </div>
      <div className="grid min-w-0 gap-4">
        {children}
        <Courts
          venue={venue.id}
          courts={courts}
          unpriced={new Set()}
          chosen={null}
          isReadOnly
          onChoose={() => undefined}
          onEdit={() => undefined}
        />
        <Section title={venuesTexts.about}>
          <dl className="grid gap-3">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-small text-quiet">{name}</dt>
                <dd className="figures wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </div>
  );
}

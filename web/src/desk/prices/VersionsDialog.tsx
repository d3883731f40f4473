import { dateTimeWithYear, longDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import type { PriceVersion } from './prices';
import { pricesTexts } from './texts';

/** The versions of a venue's prices, the newest first; each but the newest can be brought back. */
export function VersionsDialog({
  versions,
  zone,
  onRevert,
  onClose,
}: {
  versions: readonly PriceVersion[];
  zone: string;
  onRevert: (version: number) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} size="md" title={pricesTexts.versions}>
      {versions.length === 0 ? (
        <p className="text-quiet">{pricesTexts.noVersions}</p>
      ) : (
        <ul className="grid">
          {versions.map((version, at) => (
            <li
              key={version.version}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
            >
              <div className="figures min-w-0 flex-1">
                <b className="block">
                  {pricesTexts.version(version.version)}
                  {at === 0 && <span className="ml-2 text-small font-normal text-quiet">{pricesTexts.versionNow}</span>}
                </b>
                <span className="block text-small text-quiet">
                  {[
                    version.valid_from === null ? pricesTexts.sinceEver : pricesTexts.from(longDay(version.valid_from)),
                    priceRange(version),
                    version.reverted !== null && pricesTexts.reverted(version.reverted),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="block text-small text-quiet">
                  {`${version.by ?? pricesTexts.importedOrFirst}, ${dateTimeWithYear(version.published_at, zone)}`}
                </span>
              </div>
              {at > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={pricesTexts.bringBackOf(version.version)}
                  onClick={() => onRevert(version.version)}
                >
                  {pricesTexts.bringBack}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function priceRange({ lowest_paise: lowest, highest_paise: highest }: PriceVersion): string {
  if (lowest === null || highest === null) return '';
  return lowest === highest ? rupees(lowest / 100) : `${rupees(lowest / 100)} – ${rupees(highest / 100)}`;
}

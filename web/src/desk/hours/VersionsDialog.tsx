import { dateTimeWithYear, longDay } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import type { HoursVersion } from './hours';
import { hoursTexts } from './texts';

/** The latest versions of a venue's hours, the newest first. Each but the newest can be brought back. */
export function VersionsDialog({
  versions,
  zone,
  onRevert,
  onClose,
}: {
  versions: readonly HoursVersion[];
  zone: string;
  onRevert: (version: number) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} size="md" title={hoursTexts.versions}>
      {versions.length === 0 ? (
        <p className="text-quiet">{hoursTexts.noVersions}</p>
      ) : (
        <ul className="grid">
          {versions.map((version, at) => (
            <li
              key={version.version}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
            >
              <div className="figures min-w-0 flex-1">
                <b className="block">
                  {hoursTexts.version(version.version)}
                  {at === 0 && <span className="ml-2 text-small font-normal text-quiet">{hoursTexts.versionNow}</span>}
                </b>
                <span className="block text-small text-quiet">
                  {[
                    version.valid_from === null ? hoursTexts.sinceEver : hoursTexts.from(longDay(version.valid_from)),
                    hoursTexts.slotsAWeek(version.slots_a_week),
                    version.special_days > 0 && hoursTexts.specialCount(version.special_days),
                    version.reverted !== null && hoursTexts.reverted(version.reverted),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="block text-small text-quiet">
                  {`${version.by ?? hoursTexts.importedOrFirst}, ${dateTimeWithYear(version.published_at, zone)}`}
                </span>
              </div>
              {at > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={hoursTexts.bringBackOf(version.version)}
                  onClick={() => onRevert(version.version)}
                >
                  {hoursTexts.bringBack}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

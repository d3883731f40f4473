import { dateTimeWithYear, longDay } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

/** A version of the hours or prices of a venue. */
interface Version {
  version: number;
  /** The first day on which its week is valid; null from the beginning. */
  valid_from: string | null;
  published_at: string;
  /** Who published it; null for the first version and for an import. */
  by: string | null;
  /** The version that it brought back. */
  reverted: number | null;
}

/** The texts of the list. */
interface VersionsTexts {
  title: string;
  none: string;
  version: (version: number) => string;
  newest: string;
  sinceEver: string;
  from: (day: string) => string;
  reverted: (version: number) => string;
  importedOrFirst: string;
  bringBack: string;
  bringBackOf: (version: number) => string;
  older: (first: number) => string;
}

/** The latest versions of a venue's hours or prices, the newest first. Each but the newest can be brought back. */
export function VersionsDialog<V extends Version>({
  versions,
  texts,
  describe,
  zone,
  onRevert,
  onClose,
}: {
  versions: readonly V[];
  texts: VersionsTexts;
  /** What a version has, in short texts; empty ones are left out. */
  describe: (version: V) => readonly string[];
  zone: string;
  onRevert: (version: number) => void;
  onClose: () => void;
}) {
  // Versions are numbered from 1.
  const oldest = versions.at(-1)?.version ?? 1;
  return (
    <Dialog open onClose={onClose} size="md" title={texts.title}>
      {versions.length === 0 ? (
        <p className="text-quiet">{texts.none}</p>
      ) : (
        <ul className="grid">
          {versions.map((version, at) => (
            <li
              key={version.version}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
            >
              <div className="figures min-w-0 flex-1">
                <b className="block">
                  {texts.version(version.version)}
                  {at === 0 && <span className="ml-2 text-small font-normal text-quiet">{texts.newest}</span>}
                </b>
                <span className="block text-small text-quiet">
                  {[
                    version.valid_from === null ? texts.sinceEver : texts.from(longDay(version.valid_from)),
                    ...describe(version),
                    version.reverted === null ? '' : texts.reverted(version.reverted),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="block text-small text-quiet">
                  {`${version.by ?? texts.importedOrFirst}, ${dateTimeWithYear(version.published_at, zone)}`}
                </span>
              </div>
              {at > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={texts.bringBackOf(version.version)}
                  onClick={() => onRevert(version.version)}
                >
                  {texts.bringBack}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {oldest > 1 && <p className="mt-3 text-small text-quiet">{texts.older(oldest)}</p>}
    </Dialog>
  );
}

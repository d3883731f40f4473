import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { setBrandTitle } from '@/lib/title';
import { useOnline } from '@/lib/online';
import { layerTexts } from './layer-texts';

/**
 * A line above the header while the device is offline, or if the app's configuration could not be read. Also sets the brand's
 * title.
 */
export function ServerState() {
  const online = useOnline();
  const config = useQuery(appConfigQuery);
  const name = config.data?.brand.name;
  useEffect(() => {
    if (name !== undefined) setBrandTitle(name);
  }, [name]);
  // Not `isError`, which is false while the configuration is read again.
  const hasFailed = config.data === undefined && config.errorUpdateCount > 0;

  // The region is in the page before its text: screen readers announce what changes in a region, not one that comes
  // with its text.
  return (
    <div role="status">
      {online ? (
        hasFailed && (
          <Line
            // Another element after each failure, so that screen readers announce it again.
            text={<span key={config.errorUpdateCount}>{layerTexts.configText}</span>}
            action={
              <button
                type="button"
                aria-busy={config.isFetching}
                onClick={() => !config.isFetching && void config.refetch()}
                className="min-h-11 px-2 font-bold underline underline-offset-4"
              >
                {layerTexts.tryAgain}
              </button>
            }
          />
        )
      ) : (
        <Line text={layerTexts.offline} />
      )}
    </div>
  );
}

function Line({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div className="gutter relative z-20 flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-warn-tint py-1.5 text-center text-small font-semibold text-warn">
      {text}
      {action}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { appConfigQuery } from '@/api/app-config';
import { setBrandTitle } from '@/lib/title';
import { useOnline } from '@/lib/online';
import { layerTexts } from './layer-texts';

/** A line above the header while the device is offline or the server does not reply; otherwise nothing. Also sets the brand's title. */
export function ServerState() {
  const online = useOnline();
  const config = useQuery(appConfigQuery);
  const name = config.data?.brand.name;
  useEffect(() => {
    if (name !== undefined) setBrandTitle(name);
  }, [name]);

  if (!online) return <Line text={layerTexts.offline} />;
  if (config.isError && config.data === undefined) {
    return (
      <Line
        text={layerTexts.configText}
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
    );
  }
  return null;
}

function Line({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div
      role="status"
      className="gutter relative z-20 flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-warn-tint py-1.5 text-center text-small font-semibold text-warn"
    >
      {text}
      {action}
    </div>
  );
}

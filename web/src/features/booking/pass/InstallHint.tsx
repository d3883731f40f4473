import { useRef } from 'react';
import { useAppConfig } from '@/api/app-config';
import { declineInstall, install, useInstallOffer } from '@/lib/install-offer';
import { Button } from '@/ui/Button';
import { passTexts } from './texts';

/** Says that the app can be installed, while this device offers it. */
export function InstallHint() {
  const offer = useInstallOffer();
  const app = useAppConfig()?.brand.short_name;
  const place = useRef<HTMLDivElement>(null);

  /** Its buttons disappear when they are pressed: the focus stays in their place. */
  function leave(how: () => void) {
    place.current?.focus();
    how();
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {offer !== 'none' && app !== undefined && (
        <div className="mx-auto mt-6 grid w-full max-w-105 gap-2 rounded-lg border border-line px-4 pt-3.5 pb-2 text-small">
          <p>
            {passTexts.install(app)}
            {offer === 'by-hand' && ` ${passTexts.installHow}`}
          </p>
          <div className="flex flex-wrap justify-end gap-1">
            <Button variant="ghost" size="sm" onClick={() => leave(declineInstall)}>
              {passTexts.installLater}
            </Button>
            {offer === 'prompt' && (
              <Button variant="outline" size="sm" onClick={() => leave(() => void install())}>
                {passTexts.installNow}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

import { CloudOff, CloudUpload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import type { Me } from '@/desk/api/me';
import { deskOfflineTexts } from './texts';
import { useQueue, useQueueSender } from './use-queue';

const QueueDialog = lazyPart(async () => (await import('./QueueDialog')).QueueDialog);

/** Sends what waits on this device, and says on every screen how much that is. */
export function QueueBadge({ me, className }: { me: Me; className: string }) {
  useQueueSender(me);
  const { waiting, refused, ofOthers } = useQueue(me);
  const [isOpen, setIsOpen] = useState(false);
  const texts = [
    ...(waiting.length > 0 ? [deskOfflineTexts.toSend(waiting.length)] : []),
    ...(refused.length > 0 ? [deskOfflineTexts.toDecide(refused.length)] : []),
    ...(waiting.length + refused.length === 0 && ofOthers.length > 0
      ? [deskOfflineTexts.forOthers(ofOthers.length)]
      : []),
  ];
  const Icon = refused.length > 0 ? CloudOff : CloudUpload;
  return (
    <>
      {texts.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className={`${className} ${refused.length > 0 ? 'text-bad' : 'text-warn'}`}
        >
          <Icon aria-hidden="true" className="size-5.5" />
          <span className="figures text-center">{texts.join(', ')}</span>
        </button>
      )}
      <span role="status" className="sr-only">
        {texts.join(', ')}
      </span>
      {isOpen && (
        <Suspense>
          <QueueDialog me={me} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

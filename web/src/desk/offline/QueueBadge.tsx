import { CloudOff, CloudUpload, NotebookPen } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { lazyPart } from '@/lib/lazy-part';
import type { Me } from '@/desk/api/me';
import { readWritten } from '@/desk/api/written';
import { useWritten } from '@/desk/written/use-written';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useQueue, useQueueSender } from './use-queue';

const QueueDialog = lazyPart(async () => (await import('./QueueDialog')).QueueDialog);

/** The interval of the check for requests that are too old, in milliseconds. */
const CHECK_MILLISECONDS = 10 * 60_000;

/** Sends the person's facts, and shows how many entries wait on this device. */
export function QueueBadge({ me, className }: { me: Me; className: string }) {
  useQueueSender(me);
  const { waiting, refused, ofOthers } = useQueue(me);
  const written = useWritten(me).length;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const cancel = afterFrame(() => void readWritten());
    const timer = window.setInterval(() => void readWritten(), CHECK_MILLISECONDS);
    return () => {
      cancel();
      window.clearInterval(timer);
    };
  }, []);
  const texts = [
    ...(waiting.length > 0 ? [deskOfflineTexts.toSend(waiting.length)] : []),
    ...(refused.length > 0 ? [deskOfflineTexts.toDecide(refused.length)] : []),
    ...(waiting.length + refused.length === 0 && ofOthers.length > 0
      ? [deskOfflineTexts.forOthers(ofOthers.length)]
      : []),
    ...(written > 0 ? [deskOfflineTexts.written(written)] : []),
  ];
  const isWrittenOnly = waiting.length + refused.length + ofOthers.length === 0;
  const Icon = refused.length > 0 ? CloudOff : isWrittenOnly ? NotebookPen : CloudUpload;
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

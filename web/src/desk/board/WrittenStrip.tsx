import { NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { Button } from '@/ui/Button';
import type { Me } from '@/desk/api/me';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { useWritten } from '@/desk/written/use-written';

const QueueDialog = lazyPart(async () => (await import('@/desk/offline/QueueDialog')).QueueDialog);

/** Says how many requests are written down and not booked, and shows them. */
export function WrittenStrip({ me }: { me: Me }) {
  const { length } = useWritten(me);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {length > 0 && (
        <div className="mb-2.5 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-dashed border-warn bg-warn-tint px-3 py-1.5">
          <NotebookPen aria-hidden="true" className="size-5 shrink-0 text-warn" />
          <p role="status" className="figures min-w-0 flex-1 text-small font-bold">
            {deskOfflineTexts.notBooked(length)}
          </p>
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {deskOfflineTexts.showWritten}
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <QueueDialog me={me} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Copy, Lock, MessageCircle, Share2 } from 'lucide-react';
import { dateTimeText } from '@/lib/dates';
import { copyText, share } from '@/lib/share';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import type { DayEnd } from './day-end';
import { closeDayTexts } from './texts';

type Closed = NonNullable<DayEnd['closed']>;

/** Shows who closed a day, and the message for the owner. */
export function DayMessage({ closed, zone, title }: { closed: Closed; zone: string; title: string }) {
  const { at, by, check, message } = closed;
  const when = dateTimeText(at, zone);
  return (
    <section
      aria-label={closeDayTexts.message}
      className="scheme-dark grid content-start gap-4 rounded-xl bg-deep p-5 text-ink"
    >
      <div>
        <h2 className="flex items-start gap-2.5 text-lead leading-snug font-bold text-balance">
          <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-quiet" />
          {by === null ? closeDayTexts.closedByItself(when) : closeDayTexts.closedBy(when, by)}
        </h2>
        <p className="figures mt-1 text-small text-quiet">{closeDayTexts.check(check)}</p>
      </div>
      {message === null ? (
        <p className="text-small text-quiet">{closeDayTexts.noFigures}</p>
      ) : (
        <>
          <p className="figures rounded-lg border border-line bg-card p-4 text-small whitespace-pre-line wrap-anywhere select-all">
            {message}
          </p>
          <ShareButtons title={title} message={message} />
        </>
      )}
    </section>
  );
}

function ShareButtons({ title, message }: { title: string; message: string }) {
  const canShare = 'share' in navigator;
  return (
    <div className="flex flex-wrap gap-2.5">
      {canShare && (
        <Button
          variant="lime"
          size="sm"
          icon={<Share2 aria-hidden="true" className="size-4.5" />}
          onClick={() => void shareMessage(title, message)}
        >
          {closeDayTexts.share}
        </Button>
      )}
      <Button
        variant={canShare ? 'outline' : 'lime'}
        size="sm"
        icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
        render={<a href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noreferrer" />}
      >
        {closeDayTexts.whatsapp}
      </Button>
      <Button
        variant="outline"
        size="sm"
        icon={<Copy aria-hidden="true" className="size-4.5" />}
        onClick={() => void copyMessage(message)}
      >
        {closeDayTexts.copy}
      </Button>
    </div>
  );
}

async function shareMessage(title: string, text: string): Promise<void> {
  if ((await share({ title, text })) === 'failed') toast.error(closeDayTexts.notShared);
}

async function copyMessage(text: string): Promise<void> {
  if (await copyText(text)) toast.success(closeDayTexts.copied);
  else toast.error(closeDayTexts.notCopied);
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ArrowUpRight, CalendarPlus, Copy, Download, MessageCircle, Share2 } from 'lucide-react';
import type { RefObject } from 'react';
import { fetchOrderCalendar } from '@/api/order-calendar';
import { useAppConfig } from '@/api/app-config';
import type { OrderInfo } from '@/api/order-info';
import { useSingleMutation } from '@/api/use-single-mutation';
import { afterFrame } from '@/lib/after-frame';
import { saveFile } from '@/lib/save-file';
import { copyText, share } from '@/lib/share';
import { toast } from '@/lib/toast';
import { useSingleFlight } from '@/lib/use-single-flight';
import { Button } from '@/ui/Button';
import { passTexts } from './texts';
import { stampOf } from './OrderPass';
import { codeQuery } from './PassCode';
import { savePass } from './save-pass';
import { asOneText, gameToShare, whatsAppLink, type GameToShare } from './share-text';

/** The name of the calendar file, the same in every language. */
const FILE_NAME = 'booking.ics';

/** A small action: its icon above its label. */
const TILE = 'flex-col justify-start gap-1.5 px-1 py-3 text-small';

export interface PassActionsProps {
  order: OrderInfo;
  /** The pass element, which SAVE turns into a picture. */
  passRef: RefObject<HTMLDivElement | null>;
}

/** SAVE and Route Me (spec §2), and below them smaller actions for an upcoming game. */
export function PassActions({ order, passRef }: PassActionsProps) {
  const config = useAppConfig();
  const map = order.location_link ?? config?.brand.default_map_url;
  const isUpcoming = order.status === 'confirmed';
  const queryClient = useQueryClient();
  const [save, saving] = useSingleFlight(async () => {
    const pass = passRef.current;
    if (!pass) return;
    try {
      await codeShown(queryClient, order);
      await savePass(pass);
      toast.success(passTexts.saved);
    } catch {
      toast.error(passTexts.saveFailed);
    }
  });
  // There is nothing to save or to visit for a pass that is not valid.
  if (stampOf(order) !== undefined) return null;
  return (
    <>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button
          variant="lime"
          isBusy={saving}
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => void save()}
        >
          {passTexts.save}
        </Button>
        {map !== undefined && (
          <Button
            variant="outline"
            render={
              <a href={map} target="_blank" rel="noreferrer">
                {passTexts.route}
              </a>
            }
          >
            {passTexts.route}
            <ArrowUpRight aria-hidden="true" className="ml-1.5 inline size-5 align-[-.2em]" />
            <span className="sr-only"> ({passTexts.routeHint})</span>
          </Button>
        )}
      </div>
      {isUpcoming && (
        <div role="group" aria-label={passTexts.more} className="mt-3 grid auto-cols-fr grid-flow-col gap-1">
          <CalendarButton orderid={order.orderid} />
          <ShareButtons game={gameToShare(order, map)} />
        </div>
      )}
    </>
  );
}

/** Waits until the pass shows its code. If that cannot be loaded, the number on the pass is enough for the desk. */
async function codeShown(queryClient: QueryClient, { orderid, pass_code }: OrderInfo): Promise<void> {
  if (!pass_code) return;
  const query = codeQuery(orderid, pass_code);
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  await queryClient.prefetchQuery(query);
  await new Promise<void>((resolve) => {
    afterFrame(resolve);
  });
}

function CalendarButton({ orderid }: { orderid: string }) {
  const download = useSingleMutation({
    mutationFn: () => fetchOrderCalendar(orderid),
    onSuccess: (file) => saveFile(file, FILE_NAME),
    onError: () => toast.error(passTexts.calendarFailed),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      className={TILE}
      isBusy={download.isPending}
      icon={<CalendarPlus aria-hidden="true" className="size-5" />}
      onClick={() => download.mutate()}
    >
      {passTexts.calendar}
    </Button>
  );
}

/**
 * Uses the device's share sheet if there is one; else WhatsApp, where most games here are arranged, and the clipboard.
 */
function ShareButtons({ game }: { game: GameToShare }) {
  if ('share' in navigator) {
    return (
      <Button
        variant="ghost"
        size="sm"
        className={TILE}
        icon={<Share2 aria-hidden="true" className="size-5" />}
        onClick={() => void shareGame(game)}
      >
        {passTexts.share}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className={TILE}
        icon={<MessageCircle aria-hidden="true" className="size-5" />}
        render={
          <a href={whatsAppLink(game)} target="_blank" rel="noreferrer">
            {passTexts.whatsApp}
          </a>
        }
      >
        {passTexts.whatsApp}
        <span className="sr-only"> ({passTexts.whatsAppHint})</span>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className={TILE}
        icon={<Copy aria-hidden="true" className="size-5" />}
        onClick={() => void copyGame(game)}
      >
        {passTexts.copy}
      </Button>
    </>
  );
}

async function shareGame({ title, text, map }: GameToShare): Promise<void> {
  if ((await share({ title, text, url: map })) === 'failed') toast.error(passTexts.shareFailed);
}

async function copyGame(game: GameToShare): Promise<void> {
  if (await copyText(asOneText(game))) toast.success(passTexts.copied);
  else toast.error(passTexts.copyFailed);
}

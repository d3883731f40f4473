import { CircleCheckBig } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { Spinner } from '@/ui/Spinner';
import { qrReceiptAddress, type Qr, type QrRequest } from '@/desk/api/money';
import { writeFailure } from '@/desk/api/write-failure';
import { keepFocus } from '@/desk/lib/keep-focus';
import type { DueLine } from './amounts';
import { QrCode } from './QrCode';
import { takeMoneyTexts } from './texts';
import { useQr } from './use-qr';

export interface QrPayProps {
  venue: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  request: QrRequest;
  /** The code that was made for the request; undefined until it is made. */
  made: Qr | undefined;
  onMade: (qr: Qr) => void;
  /** Called when bookings were paid, with their new versions. */
  onPaid: (bookings: readonly DueLine[]) => void;
  /** Called when the window is closed, after a payment or without one. The code that it showed is not open then. */
  onClose: (isPaid: boolean) => void;
}

/**
 * Shows a QR code of the payment provider to the player: large, with the amount and the time that is left. Closing the
 * window closes the code. If the panel is removed by Back, the player may be paying, so that does not close it.
 */
export default function QrPay({ venue, ahead, request, made, onMade, onPaid, onClose }: QrPayProps) {
  const online = useOnline();
  const { qr, isStale, isMaking, makeError, isClosing, closeError, make, close, rereadMoney } = useQr(
    venue,
    request,
    made,
    onMade,
    () => onClose(false),
  );
  const amount = request.lines.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const sum = rupees((qr?.amount_paise ?? amount) / 100);

  const begun = useRef(made !== undefined || isMaking);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    make(request);
  }, [make, request]);

  // A code that has closed stays in the window if the next one could not be made.
  const isNotMade = makeError !== null && !isMaking && (qr === undefined || qr.state === 'closed');
  const isPaid = qr?.state === 'paid';
  const isReported = useRef(false);
  useEffect(() => {
    if (!isPaid || isReported.current) return;
    isReported.current = true;
    onPaid(qr.bookings);
    void rereadMoney();
  }, [isPaid, qr, onPaid, rereadMoney]);

  /** Closes the window. An open code is closed first, which needs a network; if money came meanwhile, that is shown. */
  function leave() {
    if (isMaking || isClosing) return;
    if (qr?.state !== 'open') onClose(isPaid);
    else if (online) close(qr.id);
  }

  return (
    <Dialog open onClose={leave} title={takeMoneyTexts.qrTitle} closeOnBackdrop={false} dismissable={!isMaking}>
      <div ref={keepFocus} tabIndex={-1} className="grid justify-items-center gap-3 text-center outline-none">
        <p className="figures display text-[3.25rem] leading-none">{sum}</p>
        {/* The region exists from the start, so that screen readers announce "Paid". */}
        <div aria-live="polite" className="grid w-full justify-items-center gap-3">
          <Body qr={qr} sum={sum} ahead={ahead} isMaking={isMaking} />
        </div>
        {isNotMade && <Failure cause={makeError} title={takeMoneyTexts.qrFailed} />}
        {closeError !== null && !isClosing && qr?.state === 'open' && (
          <Failure cause={closeError} title={takeMoneyTexts.qrNotClosed} />
        )}
        {(!online || isStale) && qr?.state === 'open' && (
          <Notice tone="warn" tight isLive>
            {takeMoneyTexts.qrOffline}
          </Notice>
        )}
        <Actions
          qr={qr}
          isOnline={online}
          isMaking={isMaking}
          isClosing={isClosing}
          onAgain={() => make(renewed(request, qr))}
          onLeave={leave}
        />
      </div>
    </Dialog>
  );
}

/** Why a code was not made or closed, or that this is not known. */
function Failure({ cause, title }: { cause: Error; title: string }) {
  const failure = writeFailure(cause, title);
  return (
    <Notice tone="warn" tight isLive title={failure.title}>
      {failure.message}
    </Notice>
  );
}

/** Returns the same request for the present versions of the bookings. */
function renewed(request: QrRequest, qr: Qr | undefined): QrRequest {
  const versions = new Map(qr?.bookings.map(({ order, version }) => [order, version]));
  return {
    ...request,
    lines: request.lines.map((line) => ({ ...line, version: versions.get(line.order) ?? line.version })),
  };
}

function Body({
  qr,
  sum,
  ahead,
  isMaking,
}: {
  qr: Qr | undefined;
  sum: string;
  ahead: number;
  isMaking: boolean;
}): ReactNode {
  if (isMaking) {
    return (
      <div className="flex min-h-48 items-center gap-2.5 font-semibold">
        <Spinner label={takeMoneyTexts.qrMaking} />
        {takeMoneyTexts.qrMaking}
      </div>
    );
  }
  if (qr === undefined) return null;
  if (qr.state === 'paid') {
    return (
      <div className="grid min-h-48 place-items-center content-center gap-2 text-good">
        <CircleCheckBig aria-hidden="true" className="size-28" strokeWidth={1.75} />
        <p className="display text-[2.5rem] leading-none">{takeMoneyTexts.qrPaid}</p>
        {qr.receipt !== null && <p className="text-small text-quiet">{takeMoneyTexts.qrReceipt(qr.receipt)}</p>}
      </div>
    );
  }
  if (qr.state === 'closed') {
    return (
      <p className="min-h-12 font-semibold text-balance">
        {qr.refunded === null
          ? takeMoneyTexts.qrOver
          : takeMoneyTexts.qrRefunded[qr.refunded.reason](rupees(qr.refunded.amount_paise / 100))}
      </p>
    );
  }
  return (
    <>
      {qr.content === null ? (
        <p className="min-h-24 content-center text-balance">
          {takeMoneyTexts.qrImageOnly}{' '}
          {qr.image_url !== null && (
            <a
              href={qr.image_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {takeMoneyTexts.qrImage}
            </a>
          )}
        </p>
      ) : (
        <div className="w-full max-w-80">
          <QrCode content={qr.content} label={takeMoneyTexts.qrLabel(sum)} />
        </div>
      )}
      <p className="text-lead font-bold">{takeMoneyTexts.qrHow}</p>
      <TimeLeft endsAt={Date.parse(qr.closes_at) - ahead} />
    </>
  );
}

function TimeLeft({ endsAt }: { endsAt: number }) {
  const seconds = useSecondsLeft(endsAt);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" aria-live="off" className="figures text-quiet">
      {takeMoneyTexts.qrLeft(clock)}
    </p>
  );
}

function Actions({
  qr,
  isOnline,
  isMaking,
  isClosing,
  onAgain,
  onLeave,
}: {
  qr: Qr | undefined;
  isOnline: boolean;
  isMaking: boolean;
  isClosing: boolean;
  onAgain: () => void;
  onLeave: () => void;
}) {
  if (isMaking) return null;
  if (qr?.state === 'paid') {
    return (
      <div className="flex w-full flex-wrap items-center gap-2.5">
        <Button variant="lime" size="md" className="flex-1" onClick={onLeave}>
          {takeMoneyTexts.qrDone}
        </Button>
        <a
          href={qrReceiptAddress(qr.id)}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
        >
          {takeMoneyTexts.receipt}
        </a>
      </div>
    );
  }
  const isOpen = qr?.state === 'open';
  return (
    <div className="flex w-full flex-wrap gap-2.5">
      {!isOpen && (
        <Button variant="lime" size="md" className="flex-1" disabled={!isOnline} onClick={onAgain}>
          {qr === undefined ? takeMoneyTexts.qrAgain : takeMoneyTexts.qrNew}
        </Button>
      )}
      <Button
        variant="outline"
        size="md"
        className="flex-1"
        isBusy={isClosing}
        disabled={isOpen && !isOnline}
        aria-keyshortcuts="Escape"
        onClick={onLeave}
      >
        {takeMoneyTexts.qrOther}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { useAppConfig } from '@/api/app-config';
import { succeeded } from '@/api/client';
import { failureMessage, unknownOutcomeMessage } from '@/api/failure-message';
import { orderInfoQuery, type OrderInfo } from '@/api/order-info';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useVenueZone } from '@/api/use-venue-zone';
import { courtName } from '@/lib/court-name';
import { longDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { currentSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { RadioGroup } from '@/ui/RadioGroup';
import { LostBallArt } from '@/ui/art/LostBallArt';
import { addCancellation } from './api/add-cancellation';
import { cancelPolicy, refundNote, refundParts } from './cancel-policy';
import { FactList } from './FactList';
import { cancelTexts } from './texts';

/** Milliseconds between two windows (spec §9). */
const STEP_MILLISECONDS = 300;

type Stage = { kind: 'leaving' | 'reason' } | { kind: 'done'; refund: number; atDesk: number; due: string | null };

export interface CancelFlowProps {
  order: OrderInfo;
  /** Called when the windows close, with whether the booking was cancelled or is over. */
  onClose: (cancelled: boolean) => void;
}

/** The three windows of a cancellation (spec §2): what is lost, the reason, and the refund. */
export function CancelFlow({ order, onClose }: CancelFlowProps) {
  const [stage, setStage] = useState<Stage | null>({ kind: 'leaving' });
  const [reason, setReason] = useState<string | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const zone = useVenueZone(order.timezone);
  const queryClient = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** Closes the window and opens the next one after a pause. */
  function step(next: Stage) {
    setStage(null);
    timer.current = window.setTimeout(() => setStage(next), STEP_MILLISECONDS);
  }

  function reportRefusal(message: string) {
    toast.error(message, cancelTexts.refusedTitle);
    onClose(false);
  }

  /** After a call whose outcome is not known, fetches the order to find out whether it was cancelled. */
  async function checkCancelled(cause: ApiFailure) {
    // Offline, the query would wait for the network, and the window could not be closed that long.
    if (!navigator.onLine) {
      setErrorMessage(unknownOutcomeMessage(cause));
      return;
    }
    setErrorMessage(cancelTexts.checking);
    try {
      const now = await queryClient.fetchQuery({ ...orderInfoQuery(order.orderid), staleTime: 0 });
      // The venue closed the court meanwhile: nothing is decided about the money.
      if (now.offer?.state === 'open') {
        onClose(true);
        return;
      }
      if (now.status === 'cancelled' || now.status === 'cancel_requested') {
        step({
          kind: 'done',
          refund: now.refund_amount,
          ...refundParts(now),
        });
        return;
      }
      setErrorMessage(cancelTexts.unsure);
    } catch {
      setErrorMessage(unknownOutcomeMessage(cause));
    }
  }

  const cancellation = useSingleMutation({
    mutationFn: addCancellation,
    onMutate: () => setErrorMessage(null),
    onSuccess: (reply) => {
      if (succeeded(reply) && 'refund_amount' in reply) {
        toast.success(reply.message || cancelTexts.doneTitle);
        const { refund_amount: refund, refund_at_desk: atDesk, refund_due: due } = reply;
        step({ kind: 'done', refund, atDesk, due });
      } else {
        reportRefusal(reply.message || cancelTexts.refused);
      }
    },
    onError: async (cause) => {
      if (cause instanceof ApiFailure && cause.hasUnknownOutcome) await checkCancelled(cause);
      else if (cause instanceof ApiFailure && !cause.endsSession) reportRefusal(failureMessage(cause));
    },
  });

  function cancel() {
    if (currentSession().token === null) {
      toast.error(cancelTexts.missingToken, cancelTexts.missingTokenTitle);
      onClose(false);
    } else {
      cancellation.mutate({ orderNumber: order.orderid, reason });
    }
  }

  // The booking was cancelled elsewhere, for example, while the first window was open.
  const isSettled = stage?.kind === 'leaving' && order.status !== 'confirmed';
  const closeSettled = useEffectEvent(() => onClose(true));
  useEffect(() => {
    if (isSettled) closeSettled();
  }, [isSettled]);

  if (isSettled) return null;
  if (stage?.kind === 'leaving') {
    return <Leaving order={order} onProceed={() => step({ kind: 'reason' })} onClose={() => onClose(false)} />;
  }
  if (stage?.kind === 'reason') {
    return (
      <Dialog
        open
        onClose={() => onClose(false)}
        title={cancelTexts.reasonTitle}
        closeLabel={cancelTexts.close}
        dismissable={!cancellation.isPending}
        size="sm"
        footer={
          <Button variant="danger" wide isBusy={cancellation.isPending} onClick={cancel}>
            {cancelTexts.confirm}
          </Button>
        }
      >
        <p className="mb-4 text-quiet">{cancelTexts.reasonText}</p>
        <RadioGroup
          legend={cancelTexts.reasonLegend}
          legendHidden
          options={cancelTexts.reasons.map((value) => ({ value, label: value }))}
          value={reason}
          onChange={setReason}
        />
        {errorMessage !== null && (
          <div className="mt-4">
            <Notice tone="warn" isLive>
              {errorMessage}
            </Notice>
          </div>
        )}
      </Dialog>
    );
  }
  if (stage?.kind === 'done') {
    return (
      <Dialog
        open
        onClose={() => onClose(true)}
        title={cancelTexts.doneTitle}
        closeLabel={cancelTexts.close}
        size="sm"
        footer={
          <Button wide render={<Link {...paths.home()} />}>
            {cancelTexts.home}
          </Button>
        }
      >
        <div className="grid justify-items-center gap-3 pt-1 text-center">
          <LostBallArt className="w-48" />
          <p>{refundNote(order, stage, zone)}</p>
        </div>
      </Dialog>
    );
  }
  return null;
}

interface LeavingProps {
  order: OrderInfo;
  onProceed: () => void;
  onClose: () => void;
}

function Leaving({ order, onProceed, onClose }: LeavingProps) {
  const zone = useVenueZone(order.timezone);
  const policy = cancelPolicy(order, zone);
  if (policy.late) return <TooLate text={policy.text} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={cancelTexts.leaving}
      closeLabel={cancelTexts.close}
      size="sm"
      footer={
        <div className="grid gap-2.5">
          <Button variant="danger" wide onClick={onProceed}>
            {cancelTexts.proceed}
          </Button>
          <Button variant="ghost" size="md" wide onClick={onClose}>
            {cancelTexts.keep}
          </Button>
        </div>
      }
    >
      {/* The refund comes first, so that a small phone shows it together with the button. */}
      <div className="mb-5">
        <Notice tone="note">
          {policy.text} <PolicyLink />
        </Notice>
      </div>
      <p className="mb-3 text-quiet">{cancelTexts.leavingText}</p>
      <FactList
        facts={[
          { label: cancelTexts.venue, value: order.venue },
          { label: cancelTexts.location, value: order.location },
          { label: cancelTexts.date, value: longDay(order.date) },
          { label: cancelTexts.time, value: order.time },
          { label: cancelTexts.court, value: courtName(order.court_number) },
        ]}
      />
    </Dialog>
  );
}

function PolicyLink() {
  return (
    <Link
      {...paths.cancellationRefundPolicy()}
      target="_blank"
      className="font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {cancelTexts.policyLink}
    </Link>
  );
}

/** Replaces the three steps if the server would refuse the cancellation. */
function TooLate({ text, onClose }: { text: string; onClose: () => void }) {
  const phone = useAppConfig()?.brand.phone;
  return (
    <Dialog
      open
      onClose={onClose}
      title={cancelTexts.lateTitle}
      closeLabel={cancelTexts.close}
      size="sm"
      footer={
        <div className="grid gap-2.5">
          <Button wide onClick={onClose}>
            {cancelTexts.keep}
          </Button>
          {phone && (
            <Button
              variant="ghost"
              size="md"
              wide
              icon={<Phone aria-hidden="true" className="size-5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
              render={<a href={`tel:${phone}`} />}
            >
              {cancelTexts.call}
            </Button>
          )}
        </div>
      }
    >
      <p>
        {text} <PolicyLink />
      </p>
      {phone && <p className="mt-3 text-quiet">{cancelTexts.lateHelp}</p>}
    </Dialog>
  );
}

import { EyeOff } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { may, type Me } from '@/desk/api/me';
import type { OpenShift } from '@/desk/api/money';
import { KeyHint } from '@/desk/booking/KeyHint';
import { momentIn } from '@/desk/booking/moment-in';
import { moneyTexts } from './texts';
import { useShortcutName } from '@/desk/lib/single-keys';

export interface DrawerProps {
  me: Me;
  zone: string;
  today: string;
  /** The open shift; undefined until it is known, null if none is open. */
  shift: OpenShift | null | undefined;
  failure: Error | null;
  isBusy: boolean;
  /** The button that opens the count, to which the focus returns. */
  opener: Ref<HTMLButtonElement>;
  /** Whether the button that counts is elsewhere. */
  isCountElsewhere: boolean;
  onRetry: () => void;
  onCount: () => void;
  onFloat: () => void;
  onMove: () => void;
}

/** Shows the drawer: whose shift it is, what moved, and, if the person may know, what has to be in it. */
export function Drawer(props: DrawerProps) {
  const { shift, failure, isBusy, onRetry } = props;
  return (
    <div className="grid gap-4">
      <h2 className="display text-h3">{moneyTexts.drawer}</h2>
      {shift === undefined && failure === null && (
        <Loading label={moneyTexts.loading}>
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {shift === undefined && failure !== null && (
        <LoadFailure
          title={moneyTexts.failed}
          message={failureMessage(failure)}
          retryLabel={moneyTexts.retry}
          isBusy={isBusy}
          onRetry={onRetry}
          strip
        />
      )}
      {shift === null && <p className="font-semibold">{moneyTexts.noShift}</p>}
      {shift && <ShiftFacts {...props} shift={shift} />}
      <div className="flex flex-wrap gap-2.5">
        {!props.isCountElsewhere && <CountButton {...props} />}
        {shift && (
          <Button variant="outline" size="sm" className="flex-1 basis-40" onClick={props.onMove}>
            {moneyTexts.move}
          </Button>
        )}
      </div>
    </div>
  );
}

function mayCount(me: Me, shift: OpenShift): boolean {
  return shift.is_usable || may(me, 'shift.others');
}

/** The button that opens the count of the open shift, or of the float if none is open. */
export function CountButton({
  me,
  shift,
  opener,
  onCount,
  onFloat,
}: Pick<DrawerProps, 'me' | 'shift' | 'opener' | 'onCount' | 'onFloat'>) {
  const shortcut = useShortcutName();
  if (shift === undefined) return null;
  if (shift !== null && !mayCount(me, shift)) {
    return <p className="basis-full text-small text-quiet">{moneyTexts.othersShift(shift.kept_by ?? '')}</p>;
  }
  return (
    <Button
      ref={opener}
      variant="lime"
      size="md"
      aria-keyshortcuts={shortcut('N')}
      className="min-h-14 flex-2 basis-52"
      onClick={shift === null ? onFloat : onCount}
    >
      {shift === null ? moneyTexts.countFloat : moneyTexts.count}
      <KeyHint>{'N'}</KeyHint>
    </Button>
  );
}

function ShiftFacts({ shift, zone, today }: DrawerProps & { shift: OpenShift }) {
  const since = momentIn(shift.opened_at, zone, today);
  return (
    <>
      <p className="figures text-quiet">
        {shift.kept_by === null ? moneyTexts.shiftSince(since) : moneyTexts.shiftOf(shift.kept_by, since)}
      </p>
      <dl className="figures grid gap-2 text-[.875rem]">
        <Line name={moneyTexts.opening}>{rupees(shift.opening_paise / 100)}</Line>
        {shift.movements.map((movement) => (
          <Line key={movement.id} name={[moneyTexts.kinds[movement.kind], movement.note].filter(Boolean).join(', ')}>
            {signed(movement.amount_paise)}
          </Line>
        ))}
      </dl>
      <div className="flex items-end justify-between gap-3 border-t border-dashed border-line pt-3">
        <span className="font-bold">{moneyTexts.expected}</span>
        {shift.expected_paise === null ? (
          <span className="flex items-center gap-2 text-small font-bold">
            <EyeOff aria-hidden="true" className="size-4" />
            {moneyTexts.afterCount}
          </span>
        ) : (
          <span className="display figures text-[2.125rem] leading-none">{rupees(shift.expected_paise / 100)}</span>
        )}
      </div>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="min-w-0 text-quiet">{name}</dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** "+ ₹500" or "− ₹240". */
export function signed(paise: number): string {
  return `${paise < 0 ? '−' : '+'} ${rupees(Math.abs(paise) / 100)}`;
}

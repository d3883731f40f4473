import { Link } from '@tanstack/react-router';
import { AlarmClock, CloudRain, Construction, Footprints, Printer } from 'lucide-react';
import { useId } from 'react';
import { timeText, minutesIn } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { KeyHint } from '@/desk/booking/KeyHint';
import { paths } from '@/desk/lib/paths';
import type { BoardModel } from '@/desk/day/board-model';
import { boardTexts } from './texts';
import { useShortcutName } from '@/desk/lib/single-keys';

/** A link to the printed day. */
export function PrintLink({ venue, day }: { venue: number; day: string }) {
  return (
    <IconButton
      label={boardTexts.print}
      variant="ghost"
      icon={<Printer aria-hidden="true" className="size-4.5" />}
      render={<Link {...paths.print(venue, { day })} />}
    />
  );
}

/** The buttons that open the panel which closes courts, for rain or for another reason. */
export function CloseCourtsButtons({
  mode,
  isNarrow,
  onCloseCourts,
}: {
  mode: 'rain' | 'block' | undefined;
  /** Whether there is room for icons only. */
  isNarrow: boolean;
  onCloseCourts: (mode: 'rain' | 'block') => void;
}) {
  const shortcut = useShortcutName();
  const block = {
    label: boardTexts.block,
    'aria-keyshortcuts': shortcut('B'),
    icon: <Construction aria-hidden="true" className="size-4.5" />,
    onClick: () => onCloseCourts('block'),
  };
  const rain = {
    'aria-keyshortcuts': shortcut('R'),
    icon: <CloudRain aria-hidden="true" className="size-4.5" />,
    onClick: () => onCloseCourts('rain'),
  };
  return (
    <span className="flex shrink-0 gap-2">
      <IconButton {...block} aria-pressed={mode === 'block'} />
      {isNarrow ? (
        <IconButton {...rain} label={boardTexts.rain} aria-pressed={mode === 'rain'} />
      ) : (
        <Button {...rain} variant="outline" size="sm" aria-pressed={mode === 'rain'}>
          {boardTexts.rain}
          <KeyHint>{'R'}</KeyHint>
        </Button>
      )}
    </span>
  );
}

/** Begins a booking of players who want to play now; `off` says why that is not possible, or is null. */
export function WalkInButton({
  off,
  room,
  onWalkIn,
}: {
  off: string | null;
  /** What there is room for. */
  room: 'icon' | 'text' | 'text and key';
  onWalkIn: () => void;
}) {
  const shortcut = useShortcutName();
  const reason = useId();
  const button = {
    variant: 'deep' as const,
    'aria-keyshortcuts': shortcut('W'),
    disabled: off !== null,
    'aria-describedby': off === null ? undefined : reason,
    icon: <Footprints aria-hidden="true" className="size-4.5" />,
    onClick: onWalkIn,
  };
  return (
    <span className="flex shrink-0 items-center gap-2">
      {off !== null && (
        <span id={reason} className="sr-only">
          {off}
        </span>
      )}
      {room === 'icon' ? (
        <IconButton {...button} label={boardTexts.walkIn} />
      ) : (
        <Button {...button} size="sm" className="shrink-0 whitespace-nowrap">
          {boardTexts.walkIn}
          {room === 'text and key' && <KeyHint>{'W'}</KeyHint>}
        </Button>
      )}
    </span>
  );
}

/** The venue's time, and how many bookings are being played and how many are late. Pressing it goes to the present. */
export function Clock({
  now,
  zone,
  model,
  onNow,
}: {
  now: number;
  zone: string;
  model: BoardModel | undefined;
  onNow: () => void;
}) {
  const shortcut = useShortcutName();
  const [time = '', half = ''] = timeText(minutesIn(zone, new Date(now))).split(' ');
  return (
    <div className="shrink-0">
      <button
        type="button"
        aria-keyshortcuts={shortcut('.')}
        onClick={onNow}
        className="display figures block text-left text-[2.125rem] leading-8"
      >
        <span className="sr-only">{`${time} ${half}. ${boardTexts.goToNow}`}</span>
        <span aria-hidden="true">{time}</span>
        <span aria-hidden="true" className="ml-1 font-sans text-[.75rem] font-bold tracking-normal text-quiet">
          {half}
        </span>
      </button>
      <p className="flex min-h-5 min-w-32 items-center gap-2 text-[.78125rem] font-bold whitespace-nowrap">
        {model !== undefined && model.playing > 0 && <span>{boardTexts.playing(model.playing)}</span>}
        {model !== undefined && model.late > 0 && (
          <span className="flex items-center gap-1 text-warn">
            <AlarmClock aria-hidden="true" className="size-3.5" strokeWidth={2.4} />
            {boardTexts.late(model.late)}
          </span>
        )}
      </p>
    </div>
  );
}

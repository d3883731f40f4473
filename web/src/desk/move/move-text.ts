import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { Cell } from '@/desk/day/board-model';
import { placeText } from '@/desk/lib/place-text';
import type { MoveScene } from './move-context';
import type { EdgeTarget } from './edge';
import type { Moving, MoveTo, Target } from './move-target';
import { moveTexts } from './texts';

/** "+₹0", "+₹200", "−₹200". */
function signed(paise: number): string {
  return paise < 0 ? `−${rupees(-paise / 100)}` : `+${rupees(paise / 100)}`;
}

function spokenDifference(paise: number): string {
  if (paise === 0) return moveTexts.sameCost;
  return paise > 0 ? moveTexts.more(rupees(paise / 100)) : moveTexts.less(rupees(-paise / 100));
}

/**
 * The text of the dragged booking over a cell: "8 PM · Court 5 · +₹0", or why it cannot go there. A difference that is not
 * known is left out.
 */
export function ghostText(cell: Cell, target: Target): string {
  if (target.obstacle !== null) return moveTexts[target.obstacle];
  const [hour, court] = [hourText(cell.minute), courtName(cell.court.name)];
  if (target.difference_paise === null) return `${hour} · ${court}`;
  return moveTexts.ghost(hour, court, signed(target.difference_paise));
}

/** The text of the label at a dragged edge: "Add 8 PM, ₹1,000", "One hour less", or why no hour can be added; empty if nothing changes. */
export function edgeText(target: EdgeTarget): string {
  switch (target.kind) {
    case 'longer':
      return moveTexts.addOne(hourText(target.minute), rupees(target.price_paise / 100));
    case 'shorter':
      return moveTexts.shorten;
    case 'obstacle':
      return moveTexts[target.why];
    case 'same':
      return '';
  }
}

/** The text of a cell and the result of moving there, for a screen reader. */
export function spokenTarget(cell: Cell, target: Target): string {
  if (target.obstacle !== null) return moveTexts[target.obstacle];
  const [court, hour] = [courtName(cell.court.name), hourText(cell.minute)];
  if (target.difference_paise === null) return `${court}, ${hour}`;
  return moveTexts.spoken(court, hour, spokenDifference(target.difference_paise));
}

/** The court and hour from which a booking is moved. */
export function fromText(moving: Moving, day: string): string {
  return placeText(moving.court.name, moving.minute, moving.day, day);
}

/** A court and hour, by the name of the court if the board knows it. */
export function toText(to: MoveTo, courts: readonly { id: number; name: string }[], day: string): string {
  const court = courts.find(({ id }) => id === to.court);
  return placeText(court?.name ?? String(to.court), to.minute, to.day, day);
}

/** The text of a court and hour; with the day if the board shows another one. */
export function placeOf({ model, day }: Pick<MoveScene, 'model' | 'day'>, to: MoveTo): string {
  return toText(to, model?.rows.map(({ court }) => court) ?? [], day);
}

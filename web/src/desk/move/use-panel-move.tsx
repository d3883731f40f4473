import type { PanelMove } from '@/desk/booking/panel-move';
import { useMoveScene } from './move-context';
import { isMoveOpen, MoveButtons, MovePart } from './MovePart';

/** Makes the parts of the panel of a booking that move it and make it longer or shorter. */
export function usePanelMove(): PanelMove {
  const scene = useMoveScene();
  const canBegin = scene !== null && (scene.mayMove || scene.mayExtend || scene.mayShorten);
  return {
    part: (booking, onClosed) =>
      isMoveOpen(scene, booking.order) ? <MovePart booking={booking} onClosed={onClosed} /> : null,
    buttons: (booking, parts, now) =>
      canBegin && booking.status === 'confirmed' ? <MoveButtons booking={booking} parts={parts} now={now} /> : null,
    shortening: scene?.shortening ?? null,
  };
}

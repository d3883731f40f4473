import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { moneyLabel } from './ActionBar';
import type { Game } from './api/offers';
import { describeRefund } from './money-text';
import { closedCourtTexts } from './texts';

export interface ConfirmMoneyProps {
  open: boolean;
  game: Game;
  when: string;
  isSending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks the player to confirm that the game is given up. */
export function ConfirmMoney({ open, game, when, isSending, onClose, onConfirm }: ConfirmMoneyProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={closedCourtTexts.sureTitle}
      closeLabel={closedCourtTexts.close}
      size="sm"
      footer={
        <div className="grid gap-2.5">
          <Button wide isBusy={isSending} onClick={onConfirm}>
            {moneyLabel(game)}
          </Button>
          <Button variant="ghost" size="md" wide onClick={onClose}>
            {closedCourtTexts.keepChoosing}
          </Button>
        </div>
      }
    >
      <p>{closedCourtTexts.sure(when)}</p>
      <p className="figures mt-2 text-quiet">{describeRefund(game)}</p>
    </Dialog>
  );
}

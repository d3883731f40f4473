import { Notice } from '@/ui/Notice';
import { SlideToPay } from '@/ui/SlideToPay';
import { payTexts } from '../texts';

export interface PayOnlineProps {
  /** Rupees, as the slide says them. */
  total: string;
  /** The provider's script did not come. */
  scriptFailed: boolean;
  disabled: boolean;
  onPay: () => void;
}

/** The slide control (spec §2, §6). Give it a new `key` for a new try. */
export function PayOnline({ total, scriptFailed, disabled, onPay }: PayOnlineProps) {
  return (
    <>
      {scriptFailed && (
        <Notice tone="bad" live>
          {payTexts.noScript}
        </Notice>
      )}
      <SlideToPay disabled={disabled} onComplete={onPay} hint={payTexts.hint(total)} />
    </>
  );
}

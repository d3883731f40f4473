import { Notice } from '@/ui/Notice';
import { SlideToPay } from '@/ui/SlideToPay';
import { payTexts } from '../texts';

export interface PayOnlineProps {
  /** Rupees as text, for the hint to screen readers. */
  total: string;
  /** The provider's script failed to load, or its checkout to open. */
  scriptFailed: boolean;
  disabled: boolean;
  onPay: () => void;
}

/** The slide control (spec §2, §6). Give it a new `key` for a new attempt. */
export function PayOnline({ total, scriptFailed, disabled, onPay }: PayOnlineProps) {
  return (
    <>
      {scriptFailed && (
        <Notice tone="bad" isLive>
          {payTexts.noScript}
        </Notice>
      )}
      <SlideToPay disabled={disabled} onComplete={onPay} hint={payTexts.hint(total)} />
    </>
  );
}

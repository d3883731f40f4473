import { rupees } from '@/lib/money';
import { useMe } from '@/desk/api/me';
import type { components } from '@/desk/api/schema';
import { cannotApproveTexts } from './cannot-approve-texts';

/** Says why a colleague who has keys of their own cannot approve with any of them. */
export default function CannotApprove({
  person: { name, has_pin, has_passkey },
  amount,
  pinLimit,
}: {
  person: components['schemas']['Approver'];
  /** What is approved, in paise. */
  amount: number;
  /** The largest amount for which a PIN is enough, in paise; 0 also if no PIN counts, because the device is not paired. */
  pinLimit: number;
}) {
  const isPaired = (useMe()?.device ?? null) !== null;
  // An authenticator app is always a way, so a colleague without a PIN has only a passkey.
  if (!has_pin) return <p className="text-small text-warn">{cannotApproveTexts.onlyPasskey(name)}</p>;
  const why = () => {
    if (pinLimit === 0 && !isPaired) return cannotApproveTexts.pinNeedsPairing;
    return pinLimit > 0 && amount > pinLimit
      ? cannotApproveTexts.pinLimit(rupees(pinLimit / 100))
      : cannotApproveTexts.pinTooWeak;
  };
  const sentences = [cannotApproveTexts.cannot(name), why(), ...(has_passkey ? [cannotApproveTexts.noPasskeys] : [])];
  return <p className="figures text-small text-warn">{sentences.join(' ')}</p>;
}

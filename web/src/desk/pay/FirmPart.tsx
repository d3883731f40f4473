import type { FirmRequest } from '@/desk/api/money';
import { Checkbox } from '@/ui/Checkbox';
import { firmOf, NO_FIRM, type TypedFirm } from './firm';
import { FirmFields } from './FirmFields';
import { firmTexts } from './firm-texts';

/** Whether the receipt is for a firm, and for which one. */
export interface ReceiptFor {
  isFirm: boolean;
  /** The typed details; they stay when the firm is switched off and on again. */
  typed: TypedFirm;
  /** What is sent: null for the player, `incomplete` for a firm with missing or invalid details. */
  firm: FirmRequest | 'incomplete' | null;
}

/**
 * Asks, while money is taken, whether the receipt is for a firm; `receiptFor` is null until something is chosen. Renders a
 * fragment of the form around it.
 */
export default function FirmPart({
  receiptFor,
  wasTried,
  onReceiptFor,
}: {
  receiptFor: ReceiptFor | null;
  wasTried: boolean;
  onReceiptFor: (receiptFor: ReceiptFor) => void;
}) {
  const { isFirm, typed } = receiptFor ?? { isFirm: false, typed: NO_FIRM };
  function choose(isForFirm: boolean, next: TypedFirm) {
    onReceiptFor({ isFirm: isForFirm, typed: next, firm: isForFirm ? (firmOf(next) ?? 'incomplete') : null });
  }
  return (
    <>
      <Checkbox label={firmTexts.choose} checked={isFirm} onChange={(event) => choose(event.target.checked, typed)} />
      {isFirm && <FirmFields typed={typed} wasTried={wasTried} onTyped={(next) => choose(true, next)} />}
    </>
  );
}

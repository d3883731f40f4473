import { useState } from 'react';
import type { FirmRequest } from '@/desk/api/money';
import { Checkbox } from '@/ui/Checkbox';
import { firmOf, NO_FIRM } from './firm';
import { FirmFields } from './FirmFields';
import { firmTexts } from './firm-texts';

/** The recipient of the receipt: `null` for the player, `incomplete` for a firm with missing details. */
export type ReceiptFor = FirmRequest | 'incomplete' | null;

/** Asks, while money is taken, whether the receipt is for a firm. Renders a fragment of the form around it. */
export default function FirmPart({ wasTried, onFirm }: { wasTried: boolean; onFirm: (firm: ReceiptFor) => void }) {
  const [typed, setTyped] = useState(NO_FIRM);
  const [isFirm, setIsFirm] = useState(false);
  return (
    <>
      <Checkbox
        label={firmTexts.choose}
        checked={isFirm}
        onChange={(event) => {
          setIsFirm(event.target.checked);
          onFirm(event.target.checked ? (firmOf(typed) ?? 'incomplete') : null);
        }}
      />
      {isFirm && (
        <FirmFields
          typed={typed}
          wasTried={wasTried}
          onTyped={(next) => {
            setTyped(next);
            onFirm(firmOf(next) ?? 'incomplete');
          }}
        />
      )}
    </>
  );
}

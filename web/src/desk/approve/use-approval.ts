import { useRef, useState } from 'react';
import { DeskProblem, hasCode } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';

/** How a colleague approves a call. */
export type Approval = components['schemas']['ApprovalRequest'];

/** The means by which a colleague approves. */
export type ApprovalWay = 'pin' | 'code' | 'passkey';

/** The state of the fields in which a colleague approves. */
export interface ApprovalForm {
  venue: number;
  permission: string;
  /** The amount that is decided, in paise: above a limit a PIN is not enough. */
  amount_paise: number;
  /** Whether an approval is needed; the form begins without one. */
  isNeeded: boolean;
  /** Whether only an owner can give it. */
  needsOwner: boolean;
  staff: string;
  secret: string;
  /** The way that was chosen; null stands for the quickest by which the colleague can approve here. */
  way: ApprovalWay | null;
  /** Whether the server said that a PIN is not enough. */
  isPinTooWeak: boolean;
  wasTried: boolean;
  change: (changes: Partial<Pick<ApprovalForm, 'staff' | 'secret' | 'way'>>) => void;
  /** Keeps what a passkey of the colleague has signed, for the next call. */
  keepSigned: (credential: components['schemas']['SignedCredential']) => void;
  /** Hides the fields: no approval is needed any more. */
  clear: () => void;
  /** A call was refused: shows the approval fields if an approval would help, and lets the colleague type again. */
  onRefused: (cause: Error) => void;
  /** The approval for the next call; undefined if none is needed, 'incomplete' if something is missing. */
  read: (way: ApprovalWay) => Approval | undefined | 'incomplete';
}

const EMPTY = {
  isNeeded: false,
  needsOwner: false,
  staff: '',
  secret: '',
  way: null,
  isPinTooWeak: false,
  wasTried: false,
};

/** Whether a refusal is about the approval itself: its code is `approval_…` or `approver_…`. */
export function isApprovalRefusal(cause: unknown): boolean {
  return cause instanceof DeskProblem && /^approv(al|er)_/.test(cause.code);
}

/** The state of the fields in which a colleague approves what `permission` allows. */
export function useApproval(about: { venue: number; permission: string; amount_paise: number }): ApprovalForm {
  const [state, setState] = useState<Pick<ApprovalForm, keyof typeof EMPTY>>(EMPTY);
  // A signature counts for one call, and it is read in the moment in which it was made.
  const signed = useRef<components['schemas']['SignedCredential'] | null>(null);
  return {
    ...about,
    ...state,
    change: (changes) => setState((now) => ({ ...now, ...changes, wasTried: false })),
    keepSigned: (credential) => {
      signed.current = credential;
    },
    clear: () => setState(EMPTY),
    onRefused: (cause) => {
      const need = needOf(cause);
      setState((now) => ({
        ...now,
        secret: '',
        wasTried: false,
        ...(need !== null && { isNeeded: true, needsOwner: need === 'owner' }),
        ...(hasCode(cause, 'approval_code_needed') && { isPinTooWeak: true, way: null }),
      }));
    },
    read: (way) => {
      if (!state.isNeeded) return undefined;
      const { staff, secret } = state;
      if (way === 'passkey') {
        const credential = signed.current;
        signed.current = null;
        if (staff !== '' && credential !== null) return { staff, credential };
      } else if (staff !== '' && /^\d{6}$/.test(secret)) {
        return { staff, ...(way === 'pin' ? { pin: secret } : { code: secret }) };
      }
      setState((now) => ({ ...now, wasTried: true }));
      return 'incomplete';
    },
  };
}

/** The role whose approval would help after a refusal; null if no approval would. */
function needOf(cause: Error): 'manager' | 'owner' | null {
  if (!(cause instanceof DeskProblem)) return null;
  if (cause.code === 'approval_needed' || cause.code === 'void_beyond_role') return 'manager';
  const isBeyond = Object.values(cause.body.fields ?? {}).includes('beyond_manager');
  return isBeyond || cause.code === 'approver_not_allowed' ? 'owner' : null;
}

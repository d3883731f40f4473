import { useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { call, type Answer } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { PayoutLine } from './payouts';
import { payoutsTexts } from './texts';

/** Called when a change is done, or refused because a new proof is needed. */
interface Callbacks {
  onDone: () => void;
  onProofNeeded: () => void;
}

function useRereadPayouts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['payouts'] });
}

/** Stores why a line does not fit. If the form is closed by then, a toast tells of a failure. */
export function useExplainLine({ id }: PayoutLine, { onDone, onProofNeeded }: Callbacks) {
  const reread = useRereadPayouts();
  const isShown = useIsShown();
  return useWrite<undefined, { text: string }>({
    write: (body, key) => call('post', '/api/desk/payouts/lines/{line}/explain', { params: { line: id }, body, key }),
    onSuccess: () => {
      toast.success(payoutsTexts.explainDone);
      onDone();
    },
    onError: (cause) => {
      // The page may have been left: then nothing else says that a new proof is needed.
      if (!isShown()) toastWriteFailure(cause, payoutsTexts.notExplained, explainMessage);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
    },
    onSettled: reread,
  });
}

/** Why an explanation was not saved. */
export function explainMessage(cause: Error): string {
  return hasCode(cause, 'nothing_to_explain') ? payoutsTexts.nothing_to_explain : failureMessage(cause);
}

/** Imports the lines of a file. If the page was left before the answer came, a toast tells of a failure. */
export function useImport({ onDone, onProofNeeded }: Callbacks) {
  const reread = useRereadPayouts();
  const isShown = useIsShown();
  return useWrite<Answer<'post', '/api/desk/payouts/import'>, { lines: string[] }>({
    write: (body, key) => call('post', '/api/desk/payouts/import', { body, key }),
    onSuccess: ({ added, lines, amount_paise, unsettled }) => {
      const done =
        added === 0 ? payoutsTexts.nothingNew : payoutsTexts.imported(added, lines, rupees(amount_paise / 100));
      toast.success(unsettled === 0 ? done : `${done} ${payoutsTexts.unsettled(unsettled)}`);
      onDone();
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, payoutsTexts.notImported);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
    },
    onSettled: reread,
  });
}

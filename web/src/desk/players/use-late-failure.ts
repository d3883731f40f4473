import { useIsSamePerson } from '@/desk/api/me';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { decisionMessage } from './decision-message';

/**
 * Returns a function that tells of a failed decision about a player if its form was closed meanwhile: as a toast with
 * the title `named`, which says whom or which game the decision was about, or with `unnamed` if the person has signed
 * out since.
 */
export function useLateFailure(named: string, unnamed: string): (cause: Error) => void {
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  return (cause) => {
    if (!isShown()) toastWriteFailure(cause, isSamePerson() ? { named, unnamed } : unnamed, decisionMessage);
  };
}

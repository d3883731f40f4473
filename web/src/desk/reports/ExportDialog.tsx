import { Download } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useOnline } from '@/lib/online';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { useIsSamePerson } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { Proven } from '@/desk/passkeys/Proven';
import type { Table } from './download-table';
import { reportsTexts } from './texts';

/** Saves a table as a file, after a proof. */
export function ExportDialog({ download, onClose }: { download: () => Promise<Table>; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} size="sm" title={reportsTexts.tableTitle}>
      <div className="grid gap-5">
        <p className="text-quiet">{reportsTexts.tableText}</p>
        <Proven>
          {(onProofNeeded) => <Save download={download} onProofNeeded={onProofNeeded} onSaved={onClose} />}
        </Proven>
      </div>
    </Dialog>
  );
}

function Save({
  download,
  onProofNeeded,
  onSaved,
}: {
  download: () => Promise<Table>;
  onProofNeeded: () => void;
  onSaved: () => void;
}) {
  const online = useOnline();
  const isSamePerson = useIsSamePerson();
  const isShown = useIsShown();
  const save = useSingleMutation<Table>({
    mutationFn: download,
    onSuccess: ({ content, name }) => {
      // The person who works at this device by now has not asked for the table.
      if (!isSamePerson()) return;
      saveFile(content, name);
      toast.success(reportsTexts.saved);
      // If this window was closed meanwhile, the one that is open now is for another table.
      if (isShown()) onSaved();
    },
    onError: (error) => {
      if (isShown()) {
        if (hasCode(error, 'proof_needed')) onProofNeeded();
      } else if (isSamePerson()) {
        toast.error(failureMessage(error), reportsTexts.saveFailed);
      }
    },
  });
  return (
    <>
      {save.error !== null && (
        <Notice tone="bad" tight isLive title={reportsTexts.saveFailed}>
          {failureMessage(save.error)}
        </Notice>
      )}
      {!online && <p className="text-small text-warn">{reportsTexts.offline}</p>}
      <Button
        wide
        isBusy={save.isPending}
        disabled={!online}
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => save.mutate()}
      >
        {reportsTexts.save}
      </Button>
    </>
  );
}

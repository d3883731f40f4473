import { FileUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { controlClass, FieldFrame, useFieldIds } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { DeskProblem } from '@/desk/api/problem';
import { writeFailure } from '@/desk/api/write-failure';
import { linesOf, MOST_BYTES } from './read-file';
import { payoutsTexts } from './texts';
import { useImport } from './use-payout-writes';

/** Imports a file of the payment provider completely, or imports nothing and lists the bad lines. */
export function ImportDialog({
  file,
  onFile,
  onProofNeeded,
  onClose,
}: {
  /** The chosen file, also one that was chosen before the dialog was opened again; null before one is. */
  file: File | null;
  onFile: (file: File | null) => void;
  onProofNeeded: () => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const [before] = useState(file);
  // A field for files shows only what was chosen in it.
  const hint = file !== null && file === before ? payoutsTexts.isChosen(file.name) : undefined;
  const [fault, setFault] = useState<string | undefined>();
  const { id, aria } = useFieldIds(fault, hint);
  const write = useImport({ onDone: onClose, onProofNeeded });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!online) return;
    if (file === null) return setFault(payoutsTexts.noFile);
    if (file.size > MOST_BYTES) return setFault(payoutsTexts.tooLarge);
    const lines = await linesOf(file);
    if (lines === null) return setFault(payoutsTexts.unreadable);
    write.mutate({ lines });
  }
  return (
    <Dialog open onClose={onClose} size="sm" title={payoutsTexts.importTitle} dismissable={!write.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-quiet">{payoutsTexts.importText}</p>
        <FieldFrame id={id} label={payoutsTexts.choosing} error={fault} hint={hint}>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            {...aria}
            className={`${controlClass(fault)} py-2 pl-2 file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-raised file:px-3 file:font-semibold file:text-ink`}
            onChange={(event) => {
              onFile(event.target.files?.item(0) ?? null);
              setFault(undefined);
              write.reset();
            }}
          />
        </FieldFrame>
        {write.error !== null && <ImportFailure cause={write.error} />}
        {!online && <p className="text-small font-semibold text-warn">{payoutsTexts.offline}</p>}
        <Button
          type="submit"
          variant="lime"
          wide
          isBusy={write.isPending}
          disabled={!online}
          icon={<FileUp aria-hidden="true" className="size-5" />}
        >
          {payoutsTexts.importIt}
        </Button>
      </form>
    </Dialog>
  );
}

/** Says that nothing was imported and why, or that it is not known whether it was. */
function ImportFailure({ cause }: { cause: Error }) {
  const { title, message } = writeFailure(cause, payoutsTexts.notImported);
  return (
    <Notice tone="bad" tight isLive title={title}>
      <BadRows cause={cause} otherwise={message} />
    </Notice>
  );
}

/** The first bad lines of the file and how many more there are; `otherwise` if the failure names none. */
function BadRows({ cause, otherwise }: { cause: Error; otherwise: string }) {
  const body = cause instanceof DeskProblem ? cause.body : undefined;
  const rows = body?.rows ?? [];
  if (rows.length === 0) return otherwise;
  const more = body?.more_rows ?? 0;
  return (
    <>
      <ul className="figures grid max-h-48 gap-1 overflow-y-auto">
        {rows.map(({ line, column, code }) => {
          const known = Object.hasOwn(payoutsTexts.faults, code)
            ? payoutsTexts.faults[code as keyof typeof payoutsTexts.faults]
            : code;
          return <li key={`${line} ${column ?? ''}`}>{rowText(line, column, known)}</li>;
        })}
      </ul>
      {/* Below the list, where it is read without scrolling. */}
      {more > 0 && <p className="figures mt-1.5 font-semibold">{payoutsTexts.moreRows(more)}</p>}
    </>
  );
}

/** What is wrong in a line of the file, in one of its columns, or (line 0) with a column or the file as a whole. */
function rowText(line: number, column: string | null, what: string): string {
  if (column === null) return line === 0 ? what : payoutsTexts.row(line, what);
  return line === 0 ? payoutsTexts.column(column, what) : payoutsTexts.rowAndColumn(line, column, what);
}

import { FileText } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { fetchDocument, type IssuedDocument } from '@/api/order-document';
import { useSingleMutation } from '@/api/use-single-mutation';
import { rupees } from '@/lib/money';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { documentTexts } from './texts';

export interface DocumentsProps {
  orderid: string;
  documents: readonly IssuedDocument[];
}

/** Buttons that download the receipts and credit notes of a booking. */
export function Documents({ orderid, documents }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <div role="group" aria-label={documentTexts.title} className="flex flex-wrap gap-2.5">
      {documents.map((document) => (
        <DocumentButton
          key={document.number}
          orderid={orderid}
          document={document}
          mark={markOf(document, documents)}
        />
      ))}
    </div>
  );
}

/** What distinguishes a document from the others of its kind; null if there are none. */
function markOf(document: IssuedDocument, documents: readonly IssuedDocument[]): string | null {
  const others = documents.filter((other) => other !== document && other.kind === document.kind);
  if (others.length === 0) return null;
  return others.some(({ amount }) => amount === document.amount) ? document.number : rupees(document.amount);
}

function DocumentButton({
  orderid,
  document,
  mark,
}: {
  orderid: string;
  document: IssuedDocument;
  /** What distinguishes it from the others of its kind; null if there are none. */
  mark: string | null;
}) {
  const name = documentTexts[document.kind];
  const download = useSingleMutation({
    mutationFn: () => fetchDocument(document, orderid),
    onSuccess: (file) => {
      saveFile(file.content, file.name);
      toast.success(documentTexts.saved(file.name));
    },
    onError: (cause) => toast.error(failureMessage(cause), documentTexts.failed),
  });
  return (
    <Button
      size="sm"
      variant="outline"
      className="grow"
      isBusy={download.isPending}
      icon={<FileText aria-hidden="true" className="size-5" />}
      onClick={() => download.mutate()}
    >
      {mark === null ? name : `${name}, ${mark}`}
    </Button>
  );
}

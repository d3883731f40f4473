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
  /** Its documents, the receipts first. */
  documents: readonly IssuedDocument[];
}

/** Buttons that download the receipts and credit notes of a booking. If it has several of a kind, each button has its amount. */
export function Documents({ orderid, documents }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <div role="group" aria-label={documentTexts.title} className="flex flex-wrap gap-2.5 *:flex-1 *:whitespace-nowrap">
      {documents.map((document) => (
        <DocumentButton
          key={document.number}
          orderid={orderid}
          document={document}
          isOnly={documents.every((other) => other === document || other.kind !== document.kind)}
        />
      ))}
    </div>
  );
}

function DocumentButton({
  orderid,
  document,
  isOnly,
}: {
  orderid: string;
  document: IssuedDocument;
  /** Whether the booking has no other document of this kind. */
  isOnly: boolean;
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
      isBusy={download.isPending}
      icon={<FileText aria-hidden="true" className="size-5" />}
      onClick={() => download.mutate()}
    >
      {isOnly ? name : `${name}, ${rupees(document.amount)}`}
    </Button>
  );
}

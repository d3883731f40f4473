import { FileText } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { fetchDocument, type DocumentKind } from '@/api/order-document';
import { useSingleMutation } from '@/api/use-single-mutation';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { documentTexts } from './texts';

export interface DocumentsProps {
  orderid: string;
  /** The documents that exist, the receipt first. */
  kinds: readonly DocumentKind[];
}

/** Buttons that download the receipt and the credit note of a booking. */
export function Documents({ orderid, kinds }: DocumentsProps) {
  if (kinds.length === 0) return null;
  return (
    <div role="group" aria-label={documentTexts.title} className="flex flex-wrap gap-2.5 *:flex-1 *:whitespace-nowrap">
      {kinds.map((kind) => (
        <DocumentButton key={kind} orderid={orderid} kind={kind} />
      ))}
    </div>
  );
}

function DocumentButton({ orderid, kind }: { orderid: string; kind: DocumentKind }) {
  const download = useSingleMutation({
    mutationFn: () => fetchDocument(kind, orderid),
    onSuccess: ({ content, name }) => {
      saveFile(content, name);
      toast.success(documentTexts.saved(name));
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
      {documentTexts[kind]}
    </Button>
  );
}

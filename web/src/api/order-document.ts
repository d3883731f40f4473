import { isHtmlPage } from '@/lib/html-page';
import { ApiFailure } from './api-failure';
import { address, answer, headersFor, withNewKey } from './client';
import type { components } from './schema';

/** A document that was issued for an order. */
export type IssuedDocument = components['schemas']['DocumentInfo'];

/** A file and the name it is saved under. */
export interface DocumentFile {
  content: Blob;
  name: string;
}

const TIMEOUT_MILLISECONDS = 20_000;

/** A receipt or credit note of an order as PDF. */
export async function fetchDocument({ kind, number }: IssuedDocument, orderid: string): Promise<DocumentFile> {
  const path = `/api/user/${kind}` as const;
  const reply = await withNewKey(async () => {
    const headers = await headersFor(path);
    const fetched = await fetchFile(address(path, { orderid, number }), headers);
    return { ...fetched, authorization: headers.get('authorization') };
  });
  const content = await answer(Promise.resolve(reply));
  const named = /filename="([\w.-]+)"/.exec(reply.response.headers.get('content-disposition') ?? '');
  return { content, name: named?.[1] ?? `${kind.replace('_', '-')}-${orderid}.pdf` };
}

async function fetchFile(url: string, headers: Headers): Promise<{ data?: Blob; error?: unknown; response: Response }> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  try {
    const response = await fetch(url, { headers, signal });
    if (!response.ok) return { error: await response.json().catch(() => undefined), response };
    const data = await response.blob();
    // The page of a hotspot or a proxy in the document's place.
    if (isHtmlPage(response)) throw new ApiFailure(0, 'network');
    return { data, response };
  } catch {
    throw new ApiFailure(0, signal.aborted ? 'timeout' : 'network');
  }
}

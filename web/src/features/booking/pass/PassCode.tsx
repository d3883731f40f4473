import { useQuery } from '@tanstack/react-query';
import { passTexts } from './texts';

export interface PassCodeProps {
  orderid: string;
  /** The signed line to encode. */
  text: string;
}

/** Loads the QR encoder when it is needed. The key begins with the order's, so that both are removed together. */
export const codeQuery = (orderid: string, text: string) => ({
  queryKey: ['order', orderid, 'code', text],
  queryFn: async () => (await import('@/lib/code-path')).codePath(text),
  staleTime: Infinity,
  networkMode: 'always' as const,
});

/** The pass as a QR code. Dark on white in both themes, as scanners expect; the card around it is its quiet zone. */
export function PassCode({ orderid, text }: PassCodeProps) {
  const { data: code, isError } = useQuery(codeQuery(orderid, text));
  // The order number beside it is enough for the desk.
  if (isError) return null;
  return (
    <div className="size-36 shrink-0 bg-white text-ink scheme-light min-[400px]:size-40">
      {code !== undefined && (
        <svg
          role="img"
          aria-label={passTexts.codeLabel(orderid)}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={code.path} fill="currentColor" />
        </svg>
      )}
    </div>
  );
}

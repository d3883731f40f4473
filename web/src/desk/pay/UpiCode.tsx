import { useQuery } from '@tanstack/react-query';
import { drawerQuery } from '@/desk/api/money';
import { rupees } from '@/lib/money';
import { takeMoneyTexts } from './texts';
import { upiLink } from './upi-link';

/**
 * The QR code by which the player pays this amount to the venue's own UPI account; nothing where the venue has none. Nobody tells the
 * desk that the money has come: the clerk sees it on the venue's phone and takes it then.
 */
export function UpiCode({ venue, paise, order }: { venue: number; paise: number; order: string }) {
  const { data: drawer } = useQuery(drawerQuery(venue));
  const payee = drawer?.upi ?? null;
  const link = payee === null || paise <= 0 ? null : upiLink(payee, paise, order);
  const { data: code } = useQuery({
    queryKey: ['code-path', link],
    queryFn: async () => (await import('@/lib/code-path')).codePath(link ?? ''),
    enabled: link !== null,
    staleTime: Infinity,
    networkMode: 'always',
  });
  if (payee === null || link === null || code === undefined) return null;
  return (
    <figure className="flex items-center gap-3.5">
      <div className="scheme-light size-36 shrink-0 rounded-md border border-line bg-card p-3">
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={takeMoneyTexts.upiCode(rupees(paise / 100), payee.name)}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={code.path} className="fill-ink" />
        </svg>
      </div>
      <figcaption className="min-w-0 text-small">
        <span className="block font-bold">{payee.name}</span>
        <span className="block break-all text-quiet">{payee.address}</span>
        <span className="mt-1.5 block">{takeMoneyTexts.upiHow}</span>
      </figcaption>
    </figure>
  );
}

import { useQuery } from '@tanstack/react-query';
import { drawerQuery } from '@/desk/api/money';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { QrCode } from './QrCode';
import { takeMoneyTexts } from './texts';
import { upiLink } from './upi-link';

/**
 * Offers two ways to pay this amount by UPI: a QR code of the payment provider, if it makes them, and the QR code of
 * the venue's own UPI account, if it has one. The desk gets no message about money on that account.
 */
export function UpiCode({
  venue,
  paise,
  order,
  isForFirm,
  onQr,
}: {
  venue: number;
  /** The amount in paise; with 0 the venue's own code is not shown. */
  paise: number;
  order: string;
  /** Whether the receipt is for a firm. With a QR code of the provider it can be made out to a firm only afterwards. */
  isForFirm: boolean;
  onQr: () => void;
}) {
  const online = useOnline();
  const { data: drawer } = useQuery(drawerQuery(venue));
  const payee = drawer?.upi ?? null;
  const link = payee === null || paise <= 0 ? null : upiLink(payee, paise, order);
  return (
    <>
      {drawer?.provider_qr === true && isForFirm && <p className="text-small text-quiet">{takeMoneyTexts.qrForFirm}</p>}
      {drawer?.provider_qr === true && !isForFirm && (
        <Button variant="outline" size="md" disabled={!online} onClick={onQr}>
          {takeMoneyTexts.qrShow}
        </Button>
      )}
      {payee !== null && link !== null && (
        <figure className="flex items-center gap-3.5">
          <div className="w-36 shrink-0">
            <QrCode content={link} label={takeMoneyTexts.upiCode(rupees(paise / 100), payee.name)} />
          </div>
          <figcaption className="min-w-0 text-small">
            <span className="block font-bold">{payee.name}</span>
            <span className="block break-all text-quiet">{payee.address}</span>
            <span className="mt-1.5 block">{takeMoneyTexts.upiHow}</span>
          </figcaption>
        </figure>
      )}
    </>
  );
}

/** The UPI account that players pay to: the address, and the name that their banking app shows. */
export interface UpiPayee {
  address: string;
  name: string;
}

/**
 * The content of the QR code of a payment (NPCI, UPI linking specification): the banking app opens with payee, amount and
 * reference filled in. By `order` the venue finds the payment in its bank's list.
 */
export function upiLink({ address, name }: UpiPayee, paise: number, order: string): string {
  const fields = {
    pa: address,
    pn: name,
    am: (paise / 100).toFixed(2),
    cu: 'INR',
    tr: `SO${order}`,
    tn: `Court booking ${order}`,
  };
  // Banking apps do not read a plus sign as a space.
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`;
}

/** Where players pay by UPI: the address, and the name that their banking app shows. */
export interface UpiPayee {
  address: string;
  name: string;
}

/**
 * What the QR code of a payment holds (NPCI, UPI linking specification): the banking app opens with payee, amount and reference filled in.
 * `order` is what the venue finds the payment by in its bank's list.
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

import type { Me } from '@/desk/api/me';
import type { DayMoney, DeskPayment, DeskRefund } from '@/desk/api/money';

type Movement = DayMoney['movements'][number];

/** Something that moved money, at an instant. */
export type Row =
  | { kind: 'payment'; key: string; at: string; payment: DeskPayment }
  | { kind: 'refund'; key: string; at: string; refund: DeskRefund }
  | { kind: 'movement'; key: string; at: string; movement: Movement };

/** The payments of a day, the refunds with a `paid_out_at`, and the movements of cash, the newest first. */
export function dayRows({ payments, refunds, movements }: DayMoney): Row[] {
  const rows: Row[] = [
    ...payments.map((payment) => ({
      kind: 'payment' as const,
      key: payment.qr === null ? `p${payment.id}` : `q${payment.qr} ${payment.at}`,
      at: payment.at,
      payment,
    })),
    ...refunds.flatMap((refund) =>
      refund.paid_out_at === null
        ? []
        : [{ kind: 'refund' as const, key: `r${refund.id}`, at: refund.paid_out_at, refund }],
    ),
    ...movements.map((movement) => ({
      kind: 'movement' as const,
      key: `m${movement.id}`,
      at: movement.at,
      movement,
    })),
  ];
  return rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/**
 * Whether this person made a row. A voided payment counts as made by the person who voided it, a payment by a QR code
 * as made by the player.
 */
export function isOwn(row: Row, { staff }: Me): boolean {
  switch (row.kind) {
    case 'payment': {
      const { by_id, qr, void_reason, voided_by } = row.payment;
      return void_reason === null ? by_id === staff.id && qr === null : voided_by === staff.name;
    }
    case 'refund':
      return row.refund.paid_out_by === staff.name;
    case 'movement':
      return row.movement.by === staff.name;
  }
}

/** The refunds that the desk still has to pay out. */
export function openRefunds({ refunds }: DayMoney): DeskRefund[] {
  return refunds.filter(({ paid_out_at }) => paid_out_at === null);
}

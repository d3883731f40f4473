import type { DayMoney, DeskPayment, DeskRefund, OpenShift } from '@/desk/api/money';

type Movement = OpenShift['movements'][number];

/** Something that moved money, at an instant. */
export type Row =
  | { kind: 'payment'; key: string; at: string; payment: DeskPayment }
  | { kind: 'refund'; key: string; at: string; refund: DeskRefund }
  | { kind: 'movement'; key: string; at: string; movement: Movement };

/** Everything that moved money, the newest first: payments, refunds that were paid out, and cash without a booking. */
export function dayRows({ payments, refunds }: DayMoney, movements: readonly Movement[]): Row[] {
  const rows: Row[] = [
    ...payments.map((payment) => ({ kind: 'payment' as const, key: `p${payment.id}`, at: payment.at, payment })),
    ...refunds.flatMap((refund) =>
      refund.paid_out_at === null
        ? []
        : [{ kind: 'refund' as const, key: `r${refund.id}`, at: refund.paid_out_at, refund }],
    ),
    ...movements.map((movement, index) => ({
      kind: 'movement' as const,
      key: `m${movement.at} ${index}`,
      at: movement.at,
      movement,
    })),
  ];
  return rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The refunds that the desk still has to pay out. */
export function openRefunds({ refunds }: DayMoney): DeskRefund[] {
  return refunds.filter(({ paid_out_at }) => paid_out_at === null);
}

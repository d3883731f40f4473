import { queryOptions } from '@tanstack/react-query';
import { addressOf, call, type RequestBody } from './client';
import type { components } from './schema';

/** How a clerk takes money. */
export type Tender = components['schemas']['Tender'];
export type DayMoney = components['schemas']['DayMoney'];
export type DeskPayment = components['schemas']['DeskPayment'];
export type DeskRefund = components['schemas']['DeskRefund'];
/** How a desk gives money back. */
export type DeskWay = components['schemas']['DeskWay'];
export type PaymentWay = components['schemas']['PaymentWay'];
export type OpenShift = components['schemas']['OpenShift'];
export type CountedShift = components['schemas']['CountedShift'];
export type MovementKind = components['schemas']['MovementKind'];
/** The count of a drawer, note by note. */
export type CashCount = RequestBody<'post', '/api/desk/venues/{venue}/shifts'>;
/** The request of a payment at the desk: the money that a clerk takes, and the bookings that it pays. */
export type PaymentRequest = RequestBody<'post', '/api/desk/venues/{venue}/payments'>;
/** A firm that a receipt is made out to. */
export type FirmRequest = components['schemas']['FirmRequest'];
export type FirmInvoice = components['schemas']['FirmInvoiceAnswer'];
export type PaymentAnswer = components['schemas']['PaymentAnswer'];

/** The request for a QR code of the payment provider. */
export type QrRequest = RequestBody<'post', '/api/desk/venues/{venue}/qrs'>;
/** A QR code of the payment provider. */
export type Qr = components['schemas']['QrAnswer'];

/** The mutation key of the writes about money. */
export const MONEY_WRITE = ['money write'] as const;

/** How often the money and the drawer are polled, in milliseconds: colleagues take money too, and no stream reports it. */
const REFETCH_MILLISECONDS = 5_000;

/** The money of a venue's day: what was taken, given back and moved, the counts, and what is due; today if `day` is absent. */
export const moneyQuery = (venue: number, day: string | undefined) =>
  queryOptions({
    queryKey: ['money', venue, day ?? 'today'],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/venues/{venue}/money', {
        params: { venue },
        query: day === undefined ? {} : { day },
        signal,
      }),
    staleTime: 2_000,
    refetchInterval: REFETCH_MILLISECONDS,
  });

/** The open shift of a venue's drawer, and how players can pay by UPI there. */
export const drawerQuery = (venue: number) =>
  queryOptions({
    queryKey: ['drawer', venue],
    queryFn: ({ signal }) => call('get', '/api/desk/venues/{venue}/shift', { params: { venue }, signal }),
    staleTime: 2_000,
    refetchInterval: REFETCH_MILLISECONDS,
  });

/** The address of the receipt of a payment at the desk, a PDF. */
export function receiptAddress(payment: string): string {
  return addressOf('/api/desk/payments/{payment}/receipt', { payment });
}

/** The address of a credit note for a payment at the desk, a PDF: the one for this refund, or the newest. */
export function creditNoteAddress(payment: string, refund?: string): string {
  return addressOf('/api/desk/payments/{payment}/credit_note', { payment }, refund === undefined ? {} : { refund });
}

/** How often a QR code on the screen is polled, in milliseconds: no stream reports its payment. */
const QR_MILLISECONDS = 3_000;

/** A QR code of the payment provider; polled while it is open. */
export const qrQuery = (qr: string) =>
  queryOptions({
    queryKey: ['qr', qr],
    queryFn: ({ signal }) => call('get', '/api/desk/qrs/{qr}', { params: { qr }, signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'open' ? QR_MILLISECONDS : false),
    refetchIntervalInBackground: true,
  });

/** Closes a QR code; the answer says whether it was paid meanwhile. */
export function closeQr(qr: string, key: string): Promise<Qr> {
  return call('delete', '/api/desk/qrs/{qr}', { params: { qr }, key });
}

/** The address of the credit note for this refund of a payment by a QR code, a PDF. */
export function qrCreditNoteAddress(qr: string, refund: string): string {
  return addressOf('/api/desk/qrs/{qr}/credit_note', { qr }, { refund });
}

/** The address of the receipt of a payment by a QR code, a PDF. */
export function qrReceiptAddress(qr: string): string {
  return addressOf('/api/desk/qrs/{qr}/receipt', { qr });
}

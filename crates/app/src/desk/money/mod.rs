//! Money at the counter: payments, receipts for firms, refunds that a desk pays out, and the drawer.

pub mod close_qr;
pub mod count_shift;
pub mod invoice_firm;
pub mod make_qr;
pub mod match_payment;
pub mod open_shift;
pub mod pay_out_refund;
pub mod read_money;
pub mod read_qr;
pub mod record_movement;
pub mod review_shift;
pub mod take_payment;
pub mod void_payment;

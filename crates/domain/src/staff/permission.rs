//! What each role may do.

use super::Role;
use crate::named::named;

named! {
    /// A thing that staff may do.
    Permission, "permission" {
        /// See the day board.
        BoardRead = "board.read",
        /// Book for a player.
        BookingMake = "booking.make",
        /// Move a booking to another court or time.
        BookingMove = "booking.move",
        /// Add the hour after a booking to it.
        BookingExtend = "booking.extend",
        /// Record who has come.
        AttendanceMark = "attendance.mark",
        /// Correct a booking of a closed day.
        BookingCorrect = "booking.correct",
        /// Cancel a booking by the cancellation policy.
        BookingCancel = "booking.cancel",
        /// Cancel and give back more than the policy says.
        BookingCancelBeyondPolicy = "booking.cancel_beyond_policy",
        /// Sell below the price rules.
        BookingWaive = "booking.waive",
        /// Take money.
        PaymentTake = "payment.take",
        /// Void a payment that was taken by mistake.
        PaymentVoid = "payment.void",
        /// Pay out refunds at a desk, in cash or by another way.
        RefundCash = "refund.cash",
        /// See the refunds that wait, send them, and settle a failed one in another way.
        RefundSettle = "refund.settle",
        /// Close courts on which nothing is booked, and open them again.
        ClosureMake = "closure.make",
        /// Close courts with bookings on them.
        ClosureDisplace = "closure.displace",
        /// Open and count one's own shift, and record cash that enters or leaves the drawer without a booking.
        ShiftOwn = "shift.own",
        /// Count the shifts of others, and review counts.
        ShiftOthers = "shift.others",
        /// See the expected cash before it is counted.
        ShiftSeeExpected = "shift.see_expected",
        /// Close the day.
        DayClose = "day.close",
        /// Search players.
        PlayerFind = "player.find",
        /// See the whole phone number of a player; without it the last four digits.
        PhoneRead = "phone.read",
        /// Write notes about players.
        PlayerNote = "player.note",
        /// Block a player, and lift the block.
        PlayerBlock = "player.block",
        /// Forgive missed games, and lift the limits that a player has reached.
        PlayerTrust = "player.trust",
        /// Merge two accounts of one player.
        PlayerMerge = "player.merge",
        /// Export a player's data.
        PlayerExport = "player.export",
        /// Erase a player's data.
        PlayerErase = "player.erase",
        /// Publish prices.
        PricePublish = "price.publish",
        /// Publish opening hours.
        HoursPublish = "hours.publish",
        /// Add, change and stop coupons.
        CouponEdit = "coupon.edit",
        /// Read reports.
        ReportRead = "report.read",
        /// Export reports as CSV.
        ExportCsv = "export.csv",
        /// Read the messages that were sent.
        MessageRead = "message.read",
        /// Send a message again.
        MessageResend = "message.resend",
        /// Read the audit.
        AuditRead = "audit.read",
        /// Read the provider's payouts.
        PayoutRead = "payout.read",
        /// Explain differences of payouts.
        PayoutExplain = "payout.explain",
        /// Add staff, change their roles, switch them off.
        StaffManage = "staff.manage",
        /// Pair devices of a front desk.
        DevicePair = "device.pair",
        /// See brand, texts, policies and tax as they are set up.
        SetupRead = "setup.read",
        /// Change brand, texts, policies, tax and venues.
        SetupEdit = "setup.edit",
        /// What everyone may do for themselves, such as prove who they are and end their sessions.
        OwnAccount = "account.own",
        /// Add and remove the keys with which one signs in. A session that began with a one-time link needs no proof for it until a key has
        /// proven the person.
        OwnKeys = "account.keys",
        /// Set and remove one's own PIN.
        OwnPin = "account.pin",
    }
}

/// Whether a role has a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    /// Yes, within the bounds of the operation (amounts, days, own venues).
    Yes,
    /// Only with the approval of a person who has it.
    NeedsApproval,
    /// No.
    No,
}

/// The grants of a permission: owner, manager, desk.
pub type PermissionRow = (Permission, [Grant; 3]);

/// The whole table. A person's own list of denied permissions can only take away from it.
pub const PERMISSIONS: &[PermissionRow] = {
    use Grant::{NeedsApproval, No, Yes};
    use Permission as P;
    &[
        (P::BoardRead, [Yes, Yes, Yes]),
        (P::BookingMake, [Yes, Yes, Yes]),
        (P::BookingMove, [Yes, Yes, Yes]),
        (P::BookingExtend, [Yes, Yes, Yes]),
        (P::AttendanceMark, [Yes, Yes, Yes]),
        (P::BookingCorrect, [Yes, Yes, No]),
        (P::BookingCancel, [Yes, Yes, Yes]),
        (P::BookingCancelBeyondPolicy, [Yes, Yes, NeedsApproval]),
        (P::BookingWaive, [Yes, Yes, NeedsApproval]),
        (P::PaymentTake, [Yes, Yes, Yes]),
        (P::PaymentVoid, [Yes, Yes, Yes]),
        (P::RefundCash, [Yes, Yes, Yes]),
        (P::RefundSettle, [Yes, Yes, No]),
        (P::ClosureMake, [Yes, Yes, Yes]),
        (P::ClosureDisplace, [Yes, Yes, Yes]),
        (P::ShiftOwn, [Yes, Yes, Yes]),
        (P::ShiftOthers, [Yes, Yes, No]),
        (P::ShiftSeeExpected, [Yes, Yes, No]),
        (P::DayClose, [Yes, Yes, Yes]),
        (P::PlayerFind, [Yes, Yes, Yes]),
        (P::PhoneRead, [Yes, Yes, Yes]),
        (P::PlayerNote, [Yes, Yes, Yes]),
        (P::PlayerBlock, [Yes, Yes, NeedsApproval]),
        (P::PlayerTrust, [Yes, Yes, NeedsApproval]),
        (P::PlayerMerge, [Yes, No, No]),
        (P::PlayerExport, [Yes, No, No]),
        (P::PlayerErase, [Yes, No, No]),
        (P::PricePublish, [Yes, Yes, No]),
        (P::HoursPublish, [Yes, Yes, No]),
        (P::CouponEdit, [Yes, Yes, No]),
        (P::ReportRead, [Yes, Yes, Yes]),
        (P::ExportCsv, [Yes, Yes, Yes]),
        (P::MessageRead, [Yes, Yes, Yes]),
        (P::MessageResend, [Yes, Yes, Yes]),
        (P::AuditRead, [Yes, Yes, Yes]),
        (P::PayoutRead, [Yes, No, No]),
        (P::PayoutExplain, [Yes, No, No]),
        (P::StaffManage, [Yes, Yes, No]),
        (P::DevicePair, [Yes, Yes, No]),
        (P::SetupRead, [Yes, Yes, No]),
        (P::SetupEdit, [Yes, No, No]),
        (P::OwnAccount, [Yes, Yes, Yes]),
        (P::OwnKeys, [Yes, Yes, Yes]),
        (P::OwnPin, [Yes, Yes, Yes]),
    ]
};

/// The permissions that need a passkey or an authenticator code of the last minutes: a PIN does not suffice.
pub const PROOF_NEEDED: &[Permission] = {
    use Permission as P;
    &[
        P::StaffManage,
        P::DevicePair,
        P::SetupRead,
        P::SetupEdit,
        P::PayoutRead,
        P::PayoutExplain,
        P::PricePublish,
        P::HoursPublish,
        P::ExportCsv,
        P::PlayerMerge,
        P::PlayerExport,
        P::PlayerErase,
        P::OwnKeys,
        P::OwnPin,
    ]
};

/// Whether `role` has `permission`, before a person's own denials.
pub fn grant(role: Role, permission: Permission) -> Grant {
    let row = PERMISSIONS.iter().find(|(listed, _)| *listed == permission);
    let Some((_, [owner, manager, desk])) = row else { return Grant::No };
    *match role {
        Role::Owner => owner,
        Role::Manager => manager,
        Role::Desk => desk,
    }
}

impl Permission {
    /// Whether it needs a passkey or an authenticator code of the last minutes ([`PROOF_NEEDED`]).
    pub fn needs_proof(self) -> bool {
        PROOF_NEEDED.contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_permission_once() {
        let listed: Vec<_> = PERMISSIONS.iter().map(|(permission, _)| *permission).collect();
        assert_eq!(listed, Permission::ALL);
    }

    #[test]
    fn an_owner_may_do_everything_and_a_manager_at_least_what_a_clerk_may() {
        let rank = |grant| match grant {
            Grant::No => 0,
            Grant::NeedsApproval => 1,
            Grant::Yes => 2,
        };
        for (permission, [owner, manager, desk]) in PERMISSIONS {
            assert_eq!(*owner, Grant::Yes, "{permission}");
            assert!(rank(*manager) >= rank(*desk), "{permission}");
        }
    }

    #[test]
    fn staff_devices_set_up_payouts_prices_hours_and_exports_need_more_than_a_pin() {
        let closed = ["staff.", "device.", "setup.", "payout.", "price.", "hours.", "export."];
        for permission in Permission::ALL {
            let name = permission.name();
            let is_closed = closed.iter().any(|prefix| name.starts_with(prefix)) || name.ends_with(".export");
            let expected = is_closed
                || matches!(
                    permission,
                    Permission::PlayerMerge
                        | Permission::PlayerErase
                        | Permission::OwnKeys
                        | Permission::OwnPin
                );
            assert_eq!(permission.needs_proof(), expected, "{permission}");
        }
    }

    #[test]
    fn a_clerk_needs_an_approval_to_give_back_beyond_the_policy_and_to_sell_below_the_prices() {
        for permission in [Permission::BookingCancelBeyondPolicy, Permission::BookingWaive] {
            assert_eq!(grant(Role::Desk, permission), Grant::NeedsApproval);
            assert_eq!(grant(Role::Manager, permission), Grant::Yes);
        }
        assert_eq!(grant(Role::Desk, Permission::StaffManage), Grant::No);
    }
}

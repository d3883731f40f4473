//! What players do: they hold courts, confirm and pay.

use jiff::civil::Date;
use sideout_app::{
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    payments::{
        confirm_payment::confirm_payment,
        generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
    },
    steps::payment_overview::PaymentState,
};
use sideout_domain::{CourtId, CustomerId, order::OrderNumber};
use sideout_testkit::sample_venue::{PICKLEBALL, VENUE};

use crate::{
    actions::{SimulatedNode, describe},
    memory::{KnownOrder, Promise},
    provider::Bank,
};

impl SimulatedNode {
    pub(crate) async fn hold(
        &self,
        customer: CustomerId,
        (court, day, start): (i64, Date, &str),
    ) -> Result<OrderNumber, String> {
        let start = start.parse().map_err(|_| "no time".to_owned())?;
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start };
        let order = place_hold(&self.app, customer, pick).await.map_err(|error| error.to_string())?;
        self.memory.add_order(KnownOrder { number: order.number, customer });
        self.memory.acknowledge(order.number, Promise::Held);
        Ok(order.number)
    }

    pub(crate) async fn confirm(
        &self,
        KnownOrder { number, customer }: KnownOrder,
        code: Option<&str>,
    ) -> String {
        describe(confirm_at_court(&self.app, customer, number, code).await, |order| {
            self.memory.acknowledge(number, Promise::Confirmed);
            format!("{number} is {}", order.status)
        })
    }

    pub(crate) async fn checkout(
        &self,
        KnownOrder { number, customer }: KnownOrder,
        code: Option<&str>,
        any_court: bool,
    ) -> Result<String, GeneratePaymentError> {
        let request = OnlinePaymentRequest { number, code: code.map(str::to_owned), any_court, shown: None };
        let checkout = generate_payment(&self.app, customer, request).await?;
        self.memory.checkouts.borrow_mut().push(checkout.provider_order.clone());
        Ok(checkout.provider_order)
    }

    pub(crate) async fn hint(&self, KnownOrder { number, customer }: KnownOrder) -> String {
        describe(confirm_payment(&self.app, customer, number, None).await, |overview| {
            if overview.order.status.is_booking() && overview.payment == PaymentState::Paid {
                self.memory.acknowledge(number, Promise::Confirmed);
            }
            format!("{number} is {}, payment {:?}", overview.order.status, overview.payment)
        })
    }

    pub(crate) async fn pay_online(&self, order: KnownOrder, bank: Bank, hints: bool) -> String {
        let id = match self.checkout(order, None, false).await {
            Ok(id) => id,
            Err(error) => return format!("{} refused: {error}", order.number),
        };
        let payment = self.provider.pay(&id, bank, self.app.clock_now());
        if hints { self.hint(order).await } else { format!("{} paid by {payment:?}", order.number) }
    }
}

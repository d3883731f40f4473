// The data of the payment provider: orders and QR codes with their payments, refunds, and the webhooks it sends.
import { clone, part } from "./elements.js";
import { renderList } from "./keyed-list.js";
import { showSwitches } from "./switches.js";
import { dayAndTime, rupees, setPill, setTime, time } from "./format.js";

const METHODS = { upi: "UPI", card: "Card", netbanking: "Netbanking", wallet: "Wallet" };
const ORDER_LABELS = { created: "not tried yet", attempted: "tried" };
const SIGNED = { before: "signed with the secret before the last change", forged: "forged" };
const COUNTS = {
  delivered: "taken", waiting: "waiting", refused: "tries refused", duplicated: "sent twice", lost: "lost",
  forged: "forged", given_up: "given up",
};

let tag = null;
let overview = null;
// The day, by the provider's clock, on which the items were shown: a time of any other day is shown with its day.
let shownOn = "";
// How far the provider's clock is ahead of this browser's, in milliseconds.
let ahead = 0;

function now() {
  return new Date(Date.now() + ahead);
}

async function post(path, body) {
  await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
  await refreshPayments();
}

function renderSteps(list, history) {
  list.replaceChildren(
    ...history.map(({ status, at, why }) => {
      const step = document.createElement("li");
      const moment = document.createElement("time");
      setTime(moment, at, now());
      const label = document.createElement("span");
      setPill(label, status);
      label.classList.add("step");
      step.append(label, moment);
      if (why) step.append(Object.assign(document.createElement("span"), { className: "why", textContent: why }));
      return step;
    }),
  );
}

function button(label, focus, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.dataset.focus = focus;
  made.addEventListener("click", act);
  return made;
}

function renderOrder(order, isNew) {
  const [item, find] = clone("order");
  find(".sum").textContent = rupees(order.amount);
  setPill(find(".pill"), order.status, ORDER_LABELS[order.status] ?? order.status);
  setTime(find("time"), order.created_at, now());
  find(".id").textContent = order.id;
  const capture = order.captured_by === "automatic" ? "captured automatically" : "captured by the app";
  find(".receipt").textContent = [order.receipt, capture].filter(Boolean).join(" · ");
  find(".tries").append(...order.payments.map((payment) => renderPayment(order, payment)));
  item.classList.toggle("new", isNew && tag !== null);
  return item;
}

function renderQrCode(code, isNew) {
  const [item, find] = clone("order");
  find(".sum").textContent = rupees(code.amount);
  setPill(find(".pill"), code.status, code.is_open ? "open" : "closed");
  setTime(find("time"), code.created_at, now());
  find(".id").textContent = code.id;
  const until = code.is_open ? `closes by itself ${time(code.close_by, now())}` : "";
  find(".receipt").textContent = ["QR code", code.name, code.reference, until].filter(Boolean).join(" · ");
  if (code.is_open) {
    const buttons = Object.assign(document.createElement("div"), { className: "buttons" });
    buttons.append(
      button("Scan and pay", `pay ${code.id}`, () => post("/razorpay/pay", { qr_code_id: code.id })),
      button("Only scan", `scan ${code.id}`, () => post("/razorpay/pay", { qr_code_id: code.id, scan_only: true })),
    );
    item.append(buttons);
  }
  find(".tries").append(...code.payments.map((payment) => renderPayment(code, payment)));
  item.classList.toggle("new", isNew && tag !== null);
  return item;
}

function renderPayment(order, payment) {
  const [item, find] = clone("payment");
  find(".method").textContent = METHODS[payment.method];
  setPill(find(".pill"), payment.status);
  find(".payer").textContent = [payment.contact, payment.email].filter(Boolean).join(" · ");
  renderSteps(find(".steps"), payment.history);
  find(".late").textContent = payment.late_at ? `The bank says yes by itself: ${time(payment.late_at, now())}` : "";
  find(".back").textContent = payment.refunded > 0 ? `${rupees(payment.refunded)} went back` : "";
  find(".id").textContent = payment.id;
  const end = (outcome) => post("/razorpay/pay", { order_id: order.id, payment_id: payment.id, outcome });
  if (payment.may_succeed) find(".buttons").append(button("The bank says yes", `yes ${payment.id}`, () => end("succeed")));
  if (payment.status === "created") {
    find(".buttons").append(button("The bank says no", `no ${payment.id}`, () => end("fail")));
  }
  return item;
}

function renderRefund(refund) {
  const [item, find] = clone("refund");
  find(".sum").textContent = rupees(refund.amount);
  setPill(find(".pill"), refund.status);
  setTime(find("time"), refund.history[0].at, now());
  renderSteps(find(".steps"), refund.history);
  find(".late").textContent = refund.ends_at ? `It ends by itself: ${time(refund.ends_at, now())}` : "";
  find(".id").textContent = refund.id;
  find(".payment").textContent = refund.payment;
  return item;
}

function deliverySummary(webhook) {
  const { tries, answer, due_at: due, signed } = webhook;
  const answered = answer === null ? "no answer" : `answered ${answer}`;
  return [
    SIGNED[signed],
    tries > 0 ? `${tries} ${tries === 1 ? "try" : "tries"}, ${answered}` : null,
    due ? `${tries > 0 ? "next" : "due"} ${time(due, now())}` : null,
  ]
    .filter(Boolean)
    .join(" · ");
}

function renderWebhook(webhook) {
  const [item, find] = clone("webhook");
  find(".event").textContent = webhook.event;
  setPill(find(".pill"), webhook.state, webhook.state === "delivered" ? "taken" : webhook.state);
  setTime(find("time"), webhook.created_at, now());
  find(".summary").textContent = deliverySummary(webhook);
  find(".id").textContent = `${webhook.about} · event ${webhook.event_id}`;
  find("button").setAttribute("aria-label", `Send again: ${webhook.event} of ${webhook.about}`);
  find("button").addEventListener("click", () => post(`/razorpay/webhooks/${webhook.number}/resend`));
  return item;
}

function renderCounts({ counts, waiting }) {
  part("webhook-counts").replaceChildren(
    ...Object.entries(COUNTS).map(([name, label]) => {
      const pair = document.createElement("div");
      pair.append(
        Object.assign(document.createElement("dt"), { textContent: label }),
        Object.assign(document.createElement("dd"), { textContent: name === "waiting" ? waiting : counts[name] }),
      );
      return pair;
    }),
  );
}

function render() {
  const { webhooks, switches, totals } = overview;
  shownOn = now().toDateString();
  // With the day in it, an item is rendered again when the day changes.
  const dated = (item) => ({ ...item, shownOn });
  const orders = [...overview.orders, ...overview.qr_codes]
    .map(dated)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const renderItem = (item, isNew) => (item.id.startsWith("qr_") ? renderQrCode : renderOrder)(item, isNew);
  renderList(part("orders"), orders, (order) => order.id, renderItem);
  part("no-orders").hidden = orders.length > 0;
  const refunds = orders
    .flatMap((order) => order.payments.flatMap((payment) => payment.refunds))
    .map(dated)
    .toSorted((a, b) => b.history[0].at.localeCompare(a.history[0].at));
  renderList(part("refund-list"), refunds, (refund) => refund.id, renderRefund);
  part("no-refunds").hidden = refunds.length > 0;
  renderCounts(webhooks);
  renderList(part("webhook-list"), webhooks.newest.map(dated), (webhook) => webhook.number, renderWebhook);
  part("no-webhooks").hidden = webhooks.newest.length > 0;
  part("no-receiver").hidden = webhooks.has_receiver;
  part("count-payments").textContent = totals.payments || "";
  part("count-refunds").textContent = totals.refunds || "";
  part("count-webhooks").textContent = webhooks.counts.events || "";
  showSwitches(switches);
  part("faults-on").hidden = !overview.has_faults;
}

/** Requests the payments once; throws if the sandbox does not answer. */
export async function refreshPayments() {
  const answer = await fetch("/razorpay/overview", {
    headers: tag ? { "If-None-Match": tag } : {},
    cache: "no-store",
  });
  ahead = Date.parse(answer.headers.get("x-sandbox-now")) - Date.now();
  renderNow();
  if (answer.status === 200) {
    overview = await answer.json();
    render();
    tag = answer.headers.get("ETag");
  } else if (overview !== null && now().toDateString() !== shownOn) {
    render();
  }
}

function renderNow() {
  part("now").dateTime = now().toISOString();
  part("now").textContent = dayAndTime(now());
}

for (const forward of document.querySelectorAll("[data-seconds]")) {
  forward.addEventListener("click", async () => {
    await post("/razorpay/clock", { seconds: Number(forward.dataset.seconds) });
    part("news").textContent = `It is now ${part("now").textContent}.`;
  });
}

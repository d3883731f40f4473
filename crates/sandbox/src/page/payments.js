// The data of the payment provider: orders and QR codes with their payments, refunds, and the webhooks it sends.
import { drawList } from "./keyed-list.js";
import { showSwitches } from "./switches.js";
import { dayAndTime, rupees, setPill, setTime, time } from "./format.js";

const part = (id) => document.getElementById(id);
const METHODS = { upi: "UPI", card: "Card", netbanking: "Netbanking", wallet: "Wallet" };
const ORDER_WORDS = { created: "not tried yet", attempted: "tried" };
const SIGNED = { before: "signed with the secret before the last change", forged: "forged" };
const COUNTS = {
  delivered: "taken", waiting: "waiting", refused: "tries refused", duplicated: "sent twice", lost: "lost",
  forged: "forged", given_up: "given up",
};

let tag = null;
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

function clone(id) {
  const item = part(id).content.firstElementChild.cloneNode(true);
  return [item, (name) => item.querySelector(name)];
}

function drawSteps(list, history) {
  list.replaceChildren(
    ...history.map(({ status, at, why }) => {
      const step = document.createElement("li");
      const moment = document.createElement("time");
      setTime(moment, at, now());
      const word = document.createElement("span");
      setPill(word, status);
      word.classList.add("step");
      step.append(word, moment);
      if (why) step.append(Object.assign(document.createElement("span"), { className: "why", textContent: why }));
      return step;
    }),
  );
}

function button(words, focus, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.dataset.focus = focus;
  made.addEventListener("click", act);
  return made;
}

function drawnOrder(order, isNew) {
  const [item, of] = clone("order");
  of(".sum").textContent = rupees(order.amount);
  setPill(of(".pill"), order.status, ORDER_WORDS[order.status] ?? order.status);
  setTime(of("time"), order.created_at, now());
  of(".id").textContent = order.id;
  const capture = order.captured_by === "automatic" ? "captured automatically" : "captured by the app";
  of(".receipt").textContent = [order.receipt, capture].filter(Boolean).join(" · ");
  of(".tries").append(...order.payments.map((payment) => drawnPayment(order, payment)));
  item.classList.toggle("new", isNew && tag !== null);
  return item;
}

function drawnQrCode(code, isNew) {
  const [item, of] = clone("order");
  of(".sum").textContent = rupees(code.amount);
  setPill(of(".pill"), code.status, code.is_open ? "open" : "closed");
  setTime(of("time"), code.created_at, now());
  of(".id").textContent = code.id;
  const until = code.is_open ? `closes by itself ${time(code.close_by, now())}` : "";
  of(".receipt").textContent = ["QR code", code.name, code.reference, until].filter(Boolean).join(" · ");
  if (code.is_open) {
    const buttons = Object.assign(document.createElement("div"), { className: "buttons" });
    buttons.append(
      button("Scan and pay", `pay ${code.id}`, () => post("/razorpay/pay", { qr_code_id: code.id })),
      button("Only scan", `scan ${code.id}`, () => post("/razorpay/pay", { qr_code_id: code.id, scan_only: true })),
    );
    item.append(buttons);
  }
  of(".tries").append(...code.payments.map((payment) => drawnPayment(code, payment)));
  item.classList.toggle("new", isNew && tag !== null);
  return item;
}

function drawnPayment(order, payment) {
  const [item, of] = clone("payment");
  of(".method").textContent = METHODS[payment.method];
  setPill(of(".pill"), payment.status);
  of(".payer").textContent = [payment.contact, payment.email].filter(Boolean).join(" · ");
  drawSteps(of(".steps"), payment.history);
  of(".late").textContent = payment.late_at ? `The bank says yes by itself: ${time(payment.late_at, now())}` : "";
  of(".back").textContent = payment.refunded > 0 ? `${rupees(payment.refunded)} went back` : "";
  of(".id").textContent = payment.id;
  const end = (outcome) => post("/razorpay/pay", { order_id: order.id, payment_id: payment.id, outcome });
  if (payment.may_succeed) of(".buttons").append(button("The bank says yes", `yes ${payment.id}`, () => end("succeed")));
  if (payment.status === "created") {
    of(".buttons").append(button("The bank says no", `no ${payment.id}`, () => end("fail")));
  }
  return item;
}

function drawnRefund(refund) {
  const [item, of] = clone("refund");
  of(".sum").textContent = rupees(refund.amount);
  setPill(of(".pill"), refund.status);
  setTime(of("time"), refund.history[0].at, now());
  drawSteps(of(".steps"), refund.history);
  of(".late").textContent = refund.ends_at ? `It ends by itself: ${time(refund.ends_at, now())}` : "";
  of(".id").textContent = refund.id;
  of(".payment").textContent = refund.payment;
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

function drawnWebhook(webhook) {
  const [item, of] = clone("webhook");
  of(".event").textContent = webhook.event;
  setPill(of(".pill"), webhook.state, webhook.state === "delivered" ? "taken" : webhook.state);
  setTime(of("time"), webhook.created_at, now());
  of(".summary").textContent = deliverySummary(webhook);
  of(".id").textContent = `${webhook.about} · event ${webhook.event_id}`;
  of("button").setAttribute("aria-label", `Send again: ${webhook.event} of ${webhook.about}`);
  of("button").addEventListener("click", () => post(`/razorpay/webhooks/${webhook.number}/resend`));
  return item;
}

function drawCounts({ counts, waiting }) {
  part("webhook-counts").replaceChildren(
    ...Object.entries(COUNTS).map(([name, words]) => {
      const pair = document.createElement("div");
      pair.append(
        Object.assign(document.createElement("dt"), { textContent: words }),
        Object.assign(document.createElement("dd"), { textContent: name === "waiting" ? waiting : counts[name] }),
      );
      return pair;
    }),
  );
}

function draw(overview) {
  const { webhooks, switches, totals } = overview;
  const orders = [...overview.orders, ...overview.qr_codes].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const drawn = (item, isNew) => (item.id.startsWith("qr_") ? drawnQrCode : drawnOrder)(item, isNew);
  drawList(part("orders"), orders, (order) => order.id, drawn);
  part("no-orders").hidden = orders.length > 0;
  const refunds = orders
    .flatMap((order) => order.payments.flatMap((payment) => payment.refunds))
    .toSorted((a, b) => b.history[0].at.localeCompare(a.history[0].at));
  drawList(part("refund-list"), refunds, (refund) => refund.id, drawnRefund);
  part("no-refunds").hidden = refunds.length > 0;
  drawCounts(webhooks);
  drawList(part("webhook-list"), webhooks.newest, (webhook) => webhook.number, drawnWebhook);
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
  drawNow();
  if (answer.status !== 200) return;
  const overview = await answer.json();
  draw(overview);
  tag = answer.headers.get("ETag");
}

function drawNow() {
  part("now").dateTime = now().toISOString();
  part("now").textContent = dayAndTime(now());
}

for (const forward of document.querySelectorAll("[data-seconds]")) {
  forward.addEventListener("click", async () => {
    await post("/razorpay/clock", { seconds: Number(forward.dataset.seconds) });
    part("news").textContent = `It is now ${part("now").textContent}.`;
  });
}

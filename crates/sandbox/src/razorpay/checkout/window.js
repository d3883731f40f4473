// The payment window inside its frame: ways to pay, then the bank's page with the outcomes of the test mode.
const part = (id) => document.getElementById(id);
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });
const SECTIONS = ["methods", "card", "banks", "bank"];
const BANKS = {
  qr: ["Scan and pay", "The code is good for this payment alone. What happens on the player's phone?"],
  app: ["In the UPI app", "Approve it in the app and come back, or decide here what the phone says."],
  card: ["The bank's page", "The card is known and the code has been entered. What does the bank say?"],
  bank: ["The bank's page", "The player has signed in. What does the bank say?"],
};
const FAILED = "Something went wrong here. Please try again.";
const SILENT = "The bank has not answered yet. You may close this window; we go on asking.";

let merchant = null;
let options = null;
let payment = null;
// A payment may end elsewhere, as in a UPI app, during a poll; its outcome is sent to the page once.
let isReported = false;
// Whether the bank has not answered.
let isSilent = false;

function send(message) {
  parent.postMessage(message, merchant ?? "*");
}

async function call(path, body) {
  try {
    const answer = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: body ? { "content-type": "application/json" } : {},
      body: body && JSON.stringify(body),
      cache: "no-store",
    });
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    return { ok: false, body: { error: { description: FAILED } } };
  }
}

function show(section) {
  for (const id of SECTIONS) part(id).hidden = id !== section;
  const first = part(section).querySelector("button:not([hidden]), input, a:not([hidden])");
  first?.focus();
}

function showMessage(message, waits = false) {
  part("news").textContent = message;
  part("news").classList.toggle("waits", waits);
}

// A player who goes back or leaves the bank's page cancels the payment, unless the bank does not answer.
async function cancel() {
  if (payment === null || isReported || isSilent) return;
  isReported = true;
  const cancelled = { key_id: options.key, payment_id: payment, outcome: "fail", reason: "payment_cancelled" };
  const { ok, body } = await call("/v1/checkout/payments/end", cancelled);
  if (ok && body.response) complete(body.response);
  else if (ok) for (const error of body.failures) send({ event: "failed", error });
}

async function dismiss() {
  await cancel();
  send({ event: "dismiss" });
}

function toMethods() {
  payment = null;
  show("methods");
}

async function begin(method, way) {
  showMessage("");
  const { contact = "", email = "" } = options.prefill ?? {};
  const begun = await call("/v1/checkout/payments", {
    key_id: options.key,
    order_id: options.order_id,
    amount: Number(options.amount),
    method,
    contact,
    email,
    notes: options.notes ?? {},
  });
  if (!begun.ok) {
    showMessage(begun.body.error.description);
    send({ event: "failed", error: begun.body.error });
    return;
  }
  payment = begun.body.payment_id;
  isReported = false;
  isSilent = false;
  send({ event: "submit", method });
  [part("bank-title").textContent, part("bank-text").textContent] = BANKS[way];
  part("qr").hidden = way !== "qr";
  if (way === "qr") part("qr").src = `/v1/checkout/qr.svg?order_id=${encodeURIComponent(options.order_id)}`;
  part("open-app").hidden = way !== "app";
  part("open-app").href = `/v1/checkout/app?${paymentQuery()}`;
  show("bank");
}

function paymentQuery() {
  return new URLSearchParams({ key_id: options.key, payment_id: payment });
}

async function end(outcome) {
  // Polling pauses during this call, whose response has the outcome.
  isReported = true;
  const ended = await call("/v1/checkout/payments/end", {
    key_id: options.key,
    payment_id: payment,
    outcome: outcome === "left" ? "succeed" : outcome,
    reason: part("reason").value,
  });
  if (!ended.ok) {
    isReported = false;
    showMessage(ended.body.error.description);
    return;
  }
  const { failures, response } = ended.body;
  for (const error of failures) failed(error);
  if (outcome === "left") send({ event: "left" });
  else if (response) send({ event: "complete", response });
  else if (outcome === "silent") {
    isReported = false;
    isSilent = true;
    showMessage(SILENT, true);
  } else toMethods();
}

function failed(error) {
  showMessage(error.description);
  send({ event: "failed", error });
}

function complete(response) {
  isReported = true;
  send({ event: "complete", response });
}

// Polls the outcome of the payment: the player may be in another app, or the bank may answer late.
async function poll() {
  const polled = payment;
  if (polled !== null && !isReported) {
    const { ok, body } = await call(`/v1/checkout/payments?${paymentQuery()}`);
    const isNew = ok && payment === polled && !isReported;
    if (isNew && body.response) complete(body.response);
    else if (isNew && body.error) {
      failed({ description: body.error, metadata: { order_id: options.order_id, payment_id: polled } });
      toMethods();
    }
  }
  setTimeout(poll, 1000);
}

// White or dark text, by the luminance of the merchant's colour.
function setAccent(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color ?? "")) return;
  // Relative luminance (WCAG 2).
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  document.documentElement.style.setProperty("--accent", color);
  document.documentElement.style.setProperty("--on-accent", luminance > 0.18 ? "#17282f" : "#fff");
}

// After `timeout` seconds the window takes no payment any more; the order can still be paid.
function countDown(seconds) {
  const endsAt = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    part("time-left").textContent = `This window closes in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 0) setTimeout(tick, 1000);
    else send({ event: "timeout" });
  };
  part("time-left").hidden = false;
  tick();
}

// Whether the digits are a card's: 13 to 19 of them, the last one a check digit (ISO/IEC 7812).
function isCardNumber(digits) {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const doubled = Number(digit) * (place % 2 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{13,19}$/.test(digits) && sum % 10 === 0;
}

function cardFault() {
  if (!isCardNumber(part("number").value.replace(/\s/g, ""))) return "This is not a card number.";
  if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(part("expiry").value)) return "The expiry is written MM/YY.";
  return /^\d{3,4}$/.test(part("cvv").value) ? "" : "The CVV has three or four digits.";
}

function choose(button) {
  const { method, way } = button.dataset;
  showMessage("");
  if (way === "card") show("card");
  else if (way === "bank") show("banks");
  else begin(method, way);
}

function open(given) {
  options = given;
  const { prefill = {}, theme, config } = options;
  part("name").textContent = options.name ?? "Payment";
  part("initial").textContent = [...(options.name ?? "₹")][0];
  part("description").textContent = options.description ?? "";
  part("amount").textContent = rupees.format(Number(options.amount) / 100);
  part("card-pay").textContent = `Pay ${part("amount").textContent}`;
  part("payer").textContent = prefill.contact ?? "";
  part("ribbon").hidden = !options.key.startsWith("rzp_t");
  part("waiting").hidden = true;
  setAccent(theme?.color);
  const ways = [...document.querySelectorAll(".method")];
  const hidden = (config?.display?.hide ?? []).filter((it) => !it.flows).map((it) => it.method);
  for (const way of ways) way.hidden = hidden.includes(way.dataset.method);
  if (options.timeout > 0) countDown(options.timeout);
  toMethods();
  send({ event: "render" });
  // The page may choose the method beforehand if the payer is known.
  const preferred = ways.find((way) => !way.hidden && way.dataset.method === prefill.method);
  if (preferred && prefill.contact && prefill.email) choose(preferred);
}

addEventListener("message", (message) => {
  if (message.source !== parent || message.data?.event !== "options") return;
  merchant = message.origin;
  open(message.data.options);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && options?.modal?.escape !== false) void dismiss();
});
document.body.addEventListener("click", (event) => {
  const isOutside = event.target === document.body || event.target === document.documentElement;
  if (isOutside && options?.modal?.backdropclose) void dismiss();
});
// The page was restored from the browser's cache: poll for what happened meanwhile.
addEventListener("pageshow", (event) => {
  if (event.persisted) isReported = false;
});
part("close").addEventListener("click", dismiss);
for (const button of document.querySelectorAll(".back")) {
  button.addEventListener("click", async () => {
    await cancel();
    showMessage("");
    toMethods();
  });
}
for (const button of document.querySelectorAll(".method")) button.addEventListener("click", () => choose(button));
for (const button of document.querySelectorAll("[data-bank]")) {
  button.addEventListener("click", () => begin("netbanking", "bank"));
}
part("card").addEventListener("submit", (event) => {
  event.preventDefault();
  const fault = cardFault();
  part("card-fault").textContent = fault;
  if (fault === "") begin("card", "card");
  else part("number").focus();
});
for (const button of document.querySelectorAll("[data-outcome]")) {
  button.addEventListener("click", () => end(button.dataset.outcome));
}
poll();
send({ event: "load" });

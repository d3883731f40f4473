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
// A payment may end elsewhere, as in a UPI app, while we ask; what was told once is not told again.
let told = false;
let silent = false;

function tell(message) {
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

function say(words, waits = false) {
  part("news").textContent = words;
  part("news").classList.toggle("waits", waits);
}

// Who goes back, or away, while the bank's page is open has cancelled; unless the bank is silent, and nobody can.
async function cancel() {
  if (payment === null || told || silent) return;
  told = true;
  const cancelled = { key_id: options.key, payment_id: payment, outcome: "fail", reason: "payment_cancelled" };
  const { ok, body } = await call("/v1/checkout/payments/end", cancelled);
  if (ok && body.response) complete(body.response);
  else if (ok) for (const error of body.failures) tell({ event: "failed", error });
}

async function dismiss() {
  await cancel();
  tell({ event: "dismiss" });
}

function toMethods() {
  payment = null;
  show("methods");
}

async function begin(method, way) {
  say("");
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
    say(begun.body.error.description);
    tell({ event: "failed", error: begun.body.error });
    return;
  }
  payment = begun.body.payment_id;
  told = false;
  silent = false;
  tell({ event: "submit", method });
  [part("bank-title").textContent, part("bank-words").textContent] = BANKS[way];
  part("qr").hidden = way !== "qr";
  if (way === "qr") part("qr").src = `/v1/checkout/qr.svg?order_id=${encodeURIComponent(options.order_id)}`;
  part("open-app").hidden = way !== "app";
  part("open-app").href = `/v1/checkout/app?${ofPayment()}`;
  show("bank");
}

function ofPayment() {
  return new URLSearchParams({ key_id: options.key, payment_id: payment });
}

async function end(outcome) {
  // Nothing is asked while this call is under way: it answers by itself.
  told = true;
  const ended = await call("/v1/checkout/payments/end", {
    key_id: options.key,
    payment_id: payment,
    outcome: outcome === "left" ? "succeed" : outcome,
    reason: part("reason").value,
  });
  if (!ended.ok) {
    told = false;
    say(ended.body.error.description);
    return;
  }
  const { failures, response } = ended.body;
  for (const error of failures) failed(error);
  if (outcome === "left") tell({ event: "left" });
  else if (response) tell({ event: "complete", response });
  else if (outcome === "silent") {
    told = false;
    silent = true;
    say(SILENT, true);
  } else toMethods();
}

function failed(error) {
  say(error.description);
  tell({ event: "failed", error });
}

function complete(response) {
  told = true;
  tell({ event: "complete", response });
}

// What became of the payment elsewhere: the player may be in another app, or the bank may take its time.
async function look() {
  const of = payment;
  if (of !== null && !told) {
    const { ok, body } = await call(`/v1/checkout/payments?${ofPayment()}`);
    const isNews = ok && payment === of && !told;
    if (isNews && body.response) complete(body.response);
    else if (isNews && body.error) {
      failed({ description: body.error, metadata: { order_id: options.order_id, payment_id: of } });
      toMethods();
    }
  }
  setTimeout(look, 1000);
}

// White or dark words, whichever can be read on the merchant's colour.
function paint(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color ?? "")) return;
  const light = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  document.documentElement.style.setProperty("--accent", color);
  document.documentElement.style.setProperty("--on-accent", luminance > 0.18 ? "#17282f" : "#fff");
}

// After `timeout` seconds the window is of no use any more; the order stays payable.
function countDown(seconds) {
  const endsAt = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    part("left").textContent = `This window closes in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 0) setTimeout(tick, 1000);
    else tell({ event: "timeout" });
  };
  part("left").hidden = false;
  tick();
}

// A number of a card has a check digit (ISO/IEC 7812).
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
  say("");
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
  paint(theme?.color);
  const ways = [...document.querySelectorAll(".method")];
  const hidden = (config?.display?.hide ?? []).filter((it) => !it.flows).map((it) => it.method);
  for (const way of ways) way.hidden = hidden.includes(way.dataset.method);
  if (options.timeout > 0) countDown(options.timeout);
  toMethods();
  tell({ event: "render" });
  // A method may be chosen beforehand where it is known who pays.
  const wished = ways.find((way) => !way.hidden && way.dataset.method === prefill.method);
  if (wished && prefill.contact && prefill.email) choose(wished);
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
  const beside = event.target === document.body || event.target === document.documentElement;
  if (beside && options?.modal?.backdropclose) void dismiss();
});
// Back from elsewhere with the page as it was: what happened meanwhile is asked for.
addEventListener("pageshow", (event) => {
  if (event.persisted) told = false;
});
part("close").addEventListener("click", dismiss);
for (const button of document.querySelectorAll(".back")) {
  button.addEventListener("click", async () => {
    await cancel();
    say("");
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
look();
tell({ event: "load" });

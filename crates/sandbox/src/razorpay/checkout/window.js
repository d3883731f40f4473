// The payment window inside its frame: ways to pay, then the bank's page with the outcomes of the test mode.
const part = (id) => document.getElementById(id);
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });
const BANKS = {
  qr: ["Scan and pay", "This is the player's phone: what shall it say?"],
  app: ["In the UPI app", "This is the player's phone: what shall it say?"],
  card: ["The bank's page", "The code has been entered. What does the bank say?"],
  bank: ["The bank's page", "The player has signed in. What does the bank say?"],
};

let merchant = null;
let options = null;
let payment = null;

function tell(message) {
  parent.postMessage(message, merchant ?? "*");
}

async function call(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, body: await answer.json() };
}

function show(section) {
  for (const id of ["methods", "bank"]) part(id).hidden = id !== section;
  part(section).querySelector("button:not([hidden])")?.focus();
}

function say(words) {
  part("news").textContent = words;
}

async function begin(method, way) {
  say("");
  const { contact = "", email = "" } = options.prefill ?? {};
  const begun = await call("/v1/checkout/payments", {
    key_id: options.key, order_id: options.order_id, amount: Number(options.amount), method, contact, email,
  });
  if (!begun.ok) {
    say(begun.body.error.description);
    tell({ event: "failed", error: begun.body.error });
    return;
  }
  payment = begun.body.payment_id;
  tell({ event: "submit", method });
  [part("bank-title").textContent, part("bank-words").textContent] = BANKS[way];
  part("qr").hidden = way !== "qr";
  if (way === "qr") part("qr").src = `/v1/checkout/qr.svg?order_id=${encodeURIComponent(options.order_id)}`;
  show("bank");
}

async function end(outcome) {
  const ended = await call("/v1/checkout/payments/end", {
    key_id: options.key, payment_id: payment, outcome: outcome === "left" ? "succeed" : outcome,
  });
  if (!ended.ok) {
    say(ended.body.error.description);
    return;
  }
  const { failures, response } = ended.body;
  for (const error of failures) {
    say(error.description);
    tell({ event: "failed", error });
  }
  if (outcome === "left") tell({ event: "left" });
  else if (response) tell({ event: "complete", response });
  else if (outcome === "silent") say("The bank has not answered yet. You may close this window; we go on asking.");
  else show("methods");
}

addEventListener("message", (message) => {
  if (message.source !== parent || message.data?.event !== "options") return;
  merchant = message.origin;
  options = message.data.options;
  part("name").textContent = options.name ?? "Payment";
  part("description").textContent = options.description ?? "";
  part("amount").textContent = rupees.format(Number(options.amount) / 100);
  show("methods");
  tell({ event: "render" });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && options?.modal?.escape !== false) tell({ event: "dismiss" });
});
part("close").addEventListener("click", () => tell({ event: "dismiss" }));
part("back").addEventListener("click", () => show("methods"));
for (const button of document.querySelectorAll(".method")) {
  button.addEventListener("click", () => begin(button.dataset.method, button.dataset.way));
}
for (const button of document.querySelectorAll("[data-outcome]")) {
  button.addEventListener("click", () => end(button.dataset.outcome));
}
tell({ event: "load" });

// The player's UPI app: accepts or declines a payment that was begun in the payment window.
const part = (id) => document.getElementById(id);
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });
const { key_id, payment_id } = Object.fromEntries(new URLSearchParams(location.search));
const MESSAGES = {
  created: "",
  failed: "This payment has failed. You may still approve it.",
  other: "Paid. Go back to your browser.",
};

function show(status) {
  part("news").textContent = MESSAGES[status] ?? MESSAGES.other;
  part("news").classList.toggle("waits", status !== "failed");
  part("outcomes").hidden = !["created", "failed"].includes(status);
}

async function refresh() {
  const answer = await fetch(`/v1/checkout/payments?${new URLSearchParams({ key_id, payment_id })}`);
  if (!answer.ok) {
    part("news").textContent = "The app knows of no such payment.";
    return;
  }
  const { amount, status } = await answer.json();
  part("amount").textContent = rupees.format(amount / 100);
  show(status);
}

for (const button of document.querySelectorAll("[data-outcome]")) {
  button.addEventListener("click", async () => {
    const { outcome } = button.dataset;
    await fetch("/v1/checkout/payments/end", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key_id, payment_id, outcome, reason: "payment_cancelled" }),
    });
    await refresh();
  });
}
refresh();

// Formats amounts of money and instants.
const money = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const moment = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" });
const dayAndMoment = new Intl.DateTimeFormat(undefined, {
  weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", second: "2-digit",
});

/** Paise as rupees. */
export function rupees(paise) {
  return money.format(paise / 100);
}

/** A time of day, with its day when it is not the one of `now`. */
export function time(at, now = new Date()) {
  const date = new Date(at);
  return (date.toDateString() === now.toDateString() ? moment : dayAndMoment).format(date);
}

/** A time of day, always with its day. */
export function dayAndTime(at) {
  return dayAndMoment.format(new Date(at));
}

/** Shows the instant in a `<time>` element. */
export function setTime(element, at, now) {
  element.dateTime = at;
  element.textContent = time(at, now);
}

/** Sets a coloured label; its class and its text both show the status. */
export function setPill(element, status, label = status) {
  element.textContent = label.replaceAll("_", " ");
  element.classList.add(`is-${status}`);
}

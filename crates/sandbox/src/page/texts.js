// The text messages, also those that were not delivered, and the e-mails; an unchanged list answers 304 without a body.
import { clone, part } from "./elements.js";
import { renderList } from "./keyed-list.js";
import { setTime } from "./format.js";

const phone = part("phone");
const news = part("news");

// Null until the first answer: the messages that it brings are not new.
let messages = null;
let seen = null;
let tag = null;
let emailTag = null;

function digits(text) {
  return text.replace(/\D/g, "");
}

function spaced(number) {
  const indian = /^\+91(\d{5})(\d{5})$/.exec(number);
  return indian ? `+91 ${indian[1]} ${indian[2]}` : number;
}

function renderMessage(message) {
  const [item, find] = clone("message");
  find(".to").textContent = spaced(message.to);
  find(".from").textContent = `${message.from} · ${message.provider === "msg91" ? "MSG91" : "Twilio"}`;
  setTime(find("time"), message.at);
  find(".bubble").textContent = message.text;
  const button = find(".code");
  if (message.status !== "delivered") {
    item.classList.add("undelivered");
    find(".why").textContent = `Not delivered: ${message.why}`;
    button.remove();
  } else if (message.code) {
    find(".digits").textContent = message.code;
    button.addEventListener("click", () => copy(message.code, find(".copy")));
  } else {
    button.remove();
  }
  item.classList.toggle("older", !message.isNewest);
  item.classList.toggle("new", seen !== null && !seen.has(message.id));
  return item;
}

async function copy(code, label) {
  try {
    await navigator.clipboard.writeText(code);
    label.textContent = "Copied";
  } catch {
    // No clipboard outside https and localhost: select the digits so that the keyboard can copy them.
    getSelection().selectAllChildren(label.previousElementSibling);
    label.textContent = "Selected";
  }
  news.textContent = `${label.textContent}.`;
  setTimeout(() => (label.textContent = "Copy"), 2000);
}

function renderMessages() {
  if (messages === null) return;
  const wanted = digits(phone.value);
  const newest = new Set();
  const shown = messages
    .filter((message) => digits(message.to).includes(wanted))
    .map((message) => {
      const isNewest = !newest.has(message.to) && message.status === "delivered";
      if (isNewest) newest.add(message.to);
      return { ...message, isNewest };
    });
  renderList(part("messages"), shown, (message) => message.id, renderMessage);
  part("empty").hidden = shown.length > 0;
  part("empty-title").textContent = wanted ? "Nothing for this number" : "Nothing here yet";
  const [first] = shown;
  if (seen && first && !seen.has(first.id) && first.status === "delivered") {
    news.textContent = `New message for ${spaced(first.to)}. ${first.code ? `The code is ${first.code}.` : first.text}`;
  }
  seen = new Set(messages.map((message) => message.id));
}

function renderEmail(email) {
  const [item, find] = clone("email");
  find(".to").textContent = email.to;
  find(".from").textContent = email.from;
  setTime(find("time"), email.at);
  find(".subject").textContent = email.subject;
  find(".subject").href = `/mailbox/${email.id}`;
  find(".files").textContent = email.attachments.map((file) => file.name).join(", ");
  return item;
}

function renderEmails(emails) {
  renderList(part("emails"), emails, (email) => email.id, renderEmail);
  part("no-emails").hidden = emails.length > 0;
  part("count-mail").textContent = emails.length || "";
}

async function fetched(path, known) {
  return fetch(path, { headers: known ? { "If-None-Match": known } : {}, cache: "no-store" });
}

/** Requests e-mails and messages once; throws if the sandbox does not answer. */
export async function refreshTexts() {
  const emails = await fetched("/mailbox", emailTag);
  if (emails.status === 200) {
    emailTag = emails.headers.get("ETag");
    renderEmails(await emails.json());
  }
  const answer = await fetched("/messages", tag);
  if (answer.status === 200) {
    tag = answer.headers.get("ETag");
    messages = await answer.json();
    renderMessages();
  }
}

/** Shows only this number's messages. */
export function filterBy(number) {
  phone.value = number;
  renderMessages();
}

phone.addEventListener("input", () => {
  history.replaceState(null, "", phone.value ? `#${encodeURIComponent(phone.value)}` : location.pathname);
  renderMessages();
});
phone.form.addEventListener("submit", (event) => event.preventDefault());
part("clear").addEventListener("click", async () => {
  await fetch("/inbox", { method: "DELETE" });
  tag = null;
  messages = [];
  renderMessages();
});

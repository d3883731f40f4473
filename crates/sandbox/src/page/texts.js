// The text messages, also those that were not delivered, and the emails; an unchanged list answers 304 without a body.
import { drawList } from "./keyed-list.js";
import { setTime } from "./format.js";

const part = (id) => document.getElementById(id);
const phone = part("phone");
const news = part("news");

let messages = [];
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

function drawn(message) {
  const item = part("message").content.firstElementChild.cloneNode(true);
  const of = (name) => item.querySelector(name);
  of(".to").textContent = spaced(message.to);
  of(".from").textContent = `${message.from} · ${message.provider === "msg91" ? "MSG91" : "Twilio"}`;
  setTime(of("time"), message.at);
  of(".bubble").textContent = message.text;
  const button = of(".code");
  if (message.status !== "delivered") {
    item.classList.add("undelivered");
    of(".why").textContent = `Not delivered: ${message.why}`;
    button.remove();
  } else if (message.code) {
    of(".digits").textContent = message.code;
    button.addEventListener("click", () => copy(message.code, of(".copy")));
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

function draw() {
  const wanted = digits(phone.value);
  const newest = new Set();
  const shown = messages
    .filter((message) => digits(message.to).includes(wanted))
    .map((message) => {
      const isNewest = !newest.has(message.to) && message.status === "delivered";
      if (isNewest) newest.add(message.to);
      return { ...message, isNewest };
    });
  drawList(part("messages"), shown, (message) => message.id, drawn);
  part("empty").hidden = shown.length > 0;
  part("empty-title").textContent = wanted ? "Nothing for this number" : "Nothing here yet";
  const [first] = shown;
  if (seen && first && !seen.has(first.id) && first.status === "delivered") {
    news.textContent = `New message for ${spaced(first.to)}. ${first.code ? `The code is ${first.code}.` : first.text}`;
  }
  seen = new Set(messages.map((message) => message.id));
}

function drawnEmail(email) {
  const item = part("email").content.firstElementChild.cloneNode(true);
  const of = (name) => item.querySelector(name);
  of(".to").textContent = email.to;
  of(".from").textContent = email.from;
  setTime(of("time"), email.at);
  of(".subject").textContent = email.subject;
  of(".subject").href = `/mailbox/${email.id}`;
  of(".files").textContent = email.attachments.map((file) => file.name).join(", ");
  return item;
}

function drawEmails(emails) {
  drawList(part("emails"), emails, (email) => email.id, drawnEmail);
  part("no-emails").hidden = emails.length > 0;
  part("count-mail").textContent = emails.length || "";
}

async function fetched(path, known) {
  return fetch(path, { headers: known ? { "If-None-Match": known } : {}, cache: "no-store" });
}

/** Requests emails and messages once; throws if the sandbox does not answer. */
export async function refreshTexts() {
  const emails = await fetched("/mailbox", emailTag);
  if (emails.status === 200) {
    emailTag = emails.headers.get("ETag");
    drawEmails(await emails.json());
  }
  const answer = await fetched("/messages", tag);
  if (answer.status === 200) {
    tag = answer.headers.get("ETag");
    messages = await answer.json();
    draw();
  }
}

/** Shows only this number's messages. */
export function filterBy(number) {
  phone.value = number;
  draw();
}

phone.addEventListener("input", () => {
  history.replaceState(null, "", phone.value ? `#${encodeURIComponent(phone.value)}` : location.pathname);
  draw();
});
phone.form.addEventListener("submit", (event) => event.preventDefault());
part("clear").addEventListener("click", async () => {
  await fetch("/inbox", { method: "DELETE" });
  tag = null;
  messages = [];
  draw();
});

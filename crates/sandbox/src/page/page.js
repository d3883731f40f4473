// The tabs, and the loop that polls the data.
import { part } from "./elements.js";
import { refreshPayments } from "./payments.js";
import { filterBy, refreshTexts } from "./texts.js";

const tabs = [...document.querySelectorAll("[data-tab]")];
// The explanation of the tab of texts, which has none of its own.
const defaultExplanation = part("what").textContent;
const WITHOUT_CLOCK = ["texts", "mail"];

/** The text after "#". One that is not encoded correctly, as in "#50%", is taken as it is: a person has typed it. */
function readHash() {
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

// A hash is a tab, or a number to filter by, so that /#+919876543210 can be linked to.
function show() {
  const hash = readHash();
  const shown = tabs.find((tab) => tab.dataset.tab === hash) ?? tabs[0];
  for (const tab of tabs) tab.hidden = tab !== shown;
  const { tab, title, what } = shown.dataset;
  for (const link of document.querySelectorAll(".tabs a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  part("title").textContent = title;
  part("what").textContent = what ?? defaultExplanation;
  part("clock").hidden = WITHOUT_CLOCK.includes(tab);
  document.title = tab === "texts" ? "Sandbox inbox" : `${title} · Sandbox`;
  if (shown === tabs[0] && hash !== tab) filterBy(hash);
}

async function refresh() {
  try {
    await refreshTexts();
    await refreshPayments();
    part("state").className = "state live";
    part("state-text").textContent = "Live: news appears by itself";
  } catch {
    part("state").className = "state lost";
    part("state-text").textContent = "The sandbox does not answer. Trying again …";
  }
  setTimeout(refresh, document.hidden ? 5000 : 1000);
}

addEventListener("hashchange", () => {
  show();
  scrollTo(0, 0);
});
show();
refresh();

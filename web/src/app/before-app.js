// Runs before everything else, and before the app is there.

// A stored choice of theme never flashes the other one. Same key as lib/theme.ts.
try {
  var stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
} catch {
  // Storage is blocked: the system's choice holds.
}

// A page from the server shows its buttons before they can do anything. Taps on them are kept for main.tsx, which does
// them; links and the menu do their work without the app.
var earlyTaps = [];
function keepTap(event) {
  var button = event.target.closest('button:not([popovertarget])');
  if (button !== null && earlyTaps.at(-1) !== button) earlyTaps.push(button);
}
document.addEventListener('click', keepTap, true);
// A form is the app's to send: the browser would leave the page for it. Its button's tap is kept above, also that of Enter.
function keepForm(event) {
  event.preventDefault();
}
document.addEventListener('submit', keepForm, true);
window.takeEarlyTaps = function () {
  document.removeEventListener('click', keepTap, true);
  document.removeEventListener('submit', keepForm, true);
  return earlyTaps.splice(0);
};

// Runs before the app is loaded.

// Applies the stored theme before the first paint, so that the other one never flashes. Same key as lib/theme.ts.
try {
  var stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
} catch {
  // Storage is blocked: the system's theme applies.
}

// A page from the server shows its buttons before the app can handle them. Clicks on them are queued for main.tsx,
// which replays them; links and the menu work without the app.
var queuedClicks = [];
function queueClick(event) {
  var button = event.target.closest('button:not([popovertarget])');
  if (button !== null && queuedClicks.at(-1) !== button) queuedClicks.push(button);
}
document.addEventListener('click', queueClick, true);
// Only the app sends a form: the browser would leave the page. The click on its button, also by Enter, is queued above.
function preventSubmit(event) {
  event.preventDefault();
}
document.addEventListener('submit', preventSubmit, true);
window.takeQueuedClicks = function () {
  document.removeEventListener('click', queueClick, true);
  document.removeEventListener('submit', preventSubmit, true);
  return queuedClicks.splice(0);
};

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
  ignoreMissingScripts();
  return queuedClicks.splice(0);
};

// The app's script, or one that it needs, did not come: during an upgrade another server may have answered, which has the files of
// another version. The page is loaded again, once for each script; if that does not help, it says so, as its buttons do nothing.
function reloadOrTell(event) {
  var script = event.target;
  if (script.tagName !== 'SCRIPT' || script.type !== 'module') return;
  var key = 'reloaded-for:' + script.src;
  try {
    if (navigator.onLine && sessionStorage.getItem(key) === null) {
      sessionStorage.setItem(key, '1');
      location.reload();
      return;
    }
  } catch {
    // Storage is blocked: the page could be loaded again without end.
  }
  var template = document.getElementById('not-started');
  if (template === null) return;
  var note = template.content.cloneNode(true);
  note.querySelector('button').addEventListener('click', function () {
    location.reload();
  });
  document.body.prepend(note);
}
document.addEventListener('error', reloadOrTell, true);

// A browser may stop the scripts of a page that is being left, for example by a link: loading it again would stop the next page.
function ignoreMissingScripts() {
  document.removeEventListener('error', reloadOrTell, true);
  window.removeEventListener('beforeunload', ignoreMissingScripts);
}
window.addEventListener('beforeunload', ignoreMissingScripts);

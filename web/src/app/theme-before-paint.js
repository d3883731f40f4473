// Runs before the first paint, so that a stored choice of theme never flashes the other one. Same key as lib/theme.ts.
try {
  var stored = localStorage.getItem('theme');
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
} catch {
  // Storage is blocked: the system's choice holds.
}

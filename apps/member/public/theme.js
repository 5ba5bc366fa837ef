// Runs before the first paint, so that a dark page never flashes light. A file of its own because the
// content security policy allows no inline script.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('tercet.theme') ?? 'system';
  } catch {
    // Without storage, the system's setting applies.
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

// The accents of the house, which the server writes into the page.
(() => {
  const { accents } = document.documentElement.dataset;
  if (accents === undefined) return;
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(accents);
    document.adoptedStyleSheets = [sheet];
  } catch {
    // An old browser shows the app's own accents.
  }
})();

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

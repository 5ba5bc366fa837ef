/** Hidden pages do not paint. */
const AT_LATEST_MS = 500;

/** Resolves once the browser has painted what was rendered, so that further code does not delay it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

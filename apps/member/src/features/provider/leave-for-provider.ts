/** Opens the provider's page. Ignores URLs other than http(s). */
export function leaveForProvider(url: string): void {
  if (/^https?:\/\//i.test(url)) window.location.assign(url);
}

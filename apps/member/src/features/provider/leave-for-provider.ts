/** Goes to the provider's page. Whatever is no page of the web is not gone to. */
export function leaveForProvider(url: string): void {
  if (/^https?:\/\//i.test(url)) window.location.assign(url);
}

/**
 * The member of this page. Tabs share one session cookie, and another tab may sign another member in. Every call
 * therefore names the page's member, and the server refuses it under another session.
 */

const HEADER = 'Tercet-Caller';
const PARAM = 'caller';

export interface PageMember {
  id: string;
  userName: string;
}

let read: () => PageMember | null | undefined = () => null;
let askAgain: () => void = () => {};
let replacedBy: string | null = null;
const listeners = new Set<() => void>();

/** Sets where the page's member is cached (the answer to `/api/me`) and how to refresh it. */
export function setPageMember(from: () => PageMember | null | undefined, refresh: () => void): void {
  read = from;
  askAgain = refresh;
}

export function askWhoIsSignedIn(): void {
  askAgain();
}

/** Null for a visitor, and before the first answer. */
export function pageMember(): PageMember | null {
  return read() ?? null;
}

/** Names a member to the server, by default the page's. */
export function callerHeader(id: string | undefined = pageMember()?.id): Record<string, string> {
  return id === undefined ? {} : { [HEADER]: id };
}

/** The same for a URL that the browser opens: a picture, a download, a stream. */
export function namedUrl(url: string): string {
  const member = pageMember();
  return member === null ? url : `${url}${url.includes('?') ? '&' : '?'}${PARAM}=${member.id}`;
}

/** User name of the member signed in now, if not the page's; null while the page may continue. */
export function pageReplacedBy(): string | null {
  return replacedBy;
}

/** Stops the page: nothing is sent any more until `resumePage`. */
export function stopPage(userName: string): void {
  setReplaced(userName);
}

/** The session belongs to the page's member again, or to nobody. */
export function resumePage(): void {
  setReplaced(null);
}

function setReplaced(next: string | null): void {
  if (next === replacedBy) return;
  replacedBy = next;
  for (const listener of listeners) listener();
}

export function onPageReplaced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

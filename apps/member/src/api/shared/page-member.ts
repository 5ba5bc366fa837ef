/**
 * The member of this page. Tabs share one session cookie, and another tab may sign in as someone else.
 *
 * So every request names the page's member, and the server refuses it under another session.
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

/** Sets where the page's member is cached (the answer of `GET /api/session`) and how to refresh it. */
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

/** The header that names a member to the server; by default the page's member. */
export function callerHeader(id: string | undefined = pageMember()?.id): Record<string, string> {
  return id === undefined ? {} : { [HEADER]: id };
}

/** The same for a URL that the browser loads: a picture, download or stream. */
export function namedUrl(url: string): string {
  const member = pageMember();
  return member === null ? url : `${url}${url.includes('?') ? '&' : '?'}${PARAM}=${member.id}`;
}

/** User name of the member who is signed in now, if it is not the page's; null while the page may continue. */
export function pageReplacedBy(): string | null {
  return replacedBy;
}

/** Blocks all requests of the page until `resumePage`. */
export function stopPage(userName: string): void {
  setReplaced(userName);
}

/** Lets the page continue: the session belongs to its member again, or to no one. */
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

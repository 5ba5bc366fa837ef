import { CALLER_HEADER } from '../../src/http/shared/caller-header.ts';
import { readToken } from '../../src/members/sessions/tokens.ts';

/** Staff ids by session token. A member's token contains the member's id, a staff token does not. */
const staffIds = new Map<string, string>();

/** Remembers which staff member a cookie (`name=token`) belongs to. */
export function noteStaffCookie(cookie: string, staffId: string): void {
  const token = cookie.split('=')[1];
  if (token !== undefined) staffIds.set(token, staffId);
}

/** The header in which a page names the account it displays: the one that the cookie belongs to. */
export function callerHeader(path: string, cookie: string | undefined): Record<string, string> {
  const isStaffs = path.startsWith('/api/console');
  for (const pair of cookie?.split('; ') ?? []) {
    const [name = '', token = ''] = pair.split('=');
    if (name.endsWith('-staff') !== isStaffs) continue;
    const id = isStaffs ? staffIds.get(token) : readToken(token)?.memberId;
    if (id !== undefined) return { [CALLER_HEADER]: id };
  }
  return {};
}

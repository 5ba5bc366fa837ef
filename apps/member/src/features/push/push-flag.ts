import { onPhone } from '@tercet/contract/text-storage.ts';

const STORED_AS = 'tercet.push';
const ENDPOINT_STORED_AS = 'tercet.push-endpoint';

/** The member who enabled push in this browser; null if none. Synchronous, unlike the service worker's storage. */
export function pushMember(): string | null {
  return onPhone.read(STORED_AS);
}

/** The browser's push endpoint that the club knows; null if none. */
export function pushEndpoint(): string | null {
  return onPhone.read(ENDPOINT_STORED_AS);
}

export function notePushMember(memberId: string | null): void {
  onPhone.write(STORED_AS, memberId);
  if (memberId === null) onPhone.write(ENDPOINT_STORED_AS, null);
}

export function notePushEndpoint(endpoint: string): void {
  onPhone.write(ENDPOINT_STORED_AS, endpoint);
}

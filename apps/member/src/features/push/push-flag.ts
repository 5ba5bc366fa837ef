import { onPhone } from '@tercet/contract/kept-texts.ts';

const STORED_AS = 'tercet.push';

/** Which member asked for pushed messages in this browser; null if nobody did. Known at once, unlike the worker. */
export function pushMember(): string | null {
  return onPhone.read(STORED_AS);
}

export function notePushMember(memberId: string | null): void {
  onPhone.write(STORED_AS, memberId);
}

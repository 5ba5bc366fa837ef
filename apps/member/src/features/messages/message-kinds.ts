import type { Message } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';

type MessageContent = Pick<Message, 'kind' | 'params'>;

/** The icon of a message: the direction of money, or another subject. */
export type MessageLook =
  | 'in'
  | 'out'
  | 'wait'
  | 'bad'
  | 'back'
  | 'order'
  | 'key'
  | 'payee'
  | 'name'
  | 'bet'
  | 'desk'
  | 'news';

const LOOKS = new Map<string, MessageLook>([
  ['top-up-credited', 'in'],
  ['top-up-review', 'wait'],
  ['top-up-credit-card', 'back'],
  ['top-up-failed', 'bad'],
  ['top-up-expired', 'back'],
  ['top-up-refunded', 'back'],
  ['withdrawal-submitted', 'wait'],
  ['withdrawal-in-review', 'wait'],
  ['withdrawal-approved', 'wait'],
  ['withdrawal-paid', 'out'],
  ['withdrawal-refused', 'bad'],
  ['withdrawal-failed', 'bad'],
  ['withdrawal-returned', 'bad'],
  ['purchase-refunded', 'back'],
  ['balance-corrected', 'back'],
  ['password-recovered', 'key'],
]);

const FAMILIES: [start: string, MessageLook][] = [
  ['legal-hold-', 'order'],
  ['finance-password-', 'key'],
  ['login-password-', 'key'],
  ['recovery-', 'key'],
  ['payee-', 'payee'],
  ['real-name-', 'name'],
  ['identity-', 'name'],
  ['complaint-', 'bet'],
  ['formal-complaint-', 'desk'],
  ['data-request-', 'desk'],
  ['desk-', 'desk'],
  ['host-report-', 'desk'],
];

export function lookOf({ kind }: MessageContent): MessageLook {
  return LOOKS.get(kind) ?? FAMILIES.find(([start]) => kind.startsWith(start))?.[1] ?? 'news';
}

/** Path of the subject of a message; null if it has none. */
export function placeOf({ kind, params }: MessageContent): string | null {
  const { withdrawalId, topUpId, slipId, threadId, formalComplaintId } = params;
  if (typeof withdrawalId === 'string') return paths.withdrawRecord({ id: withdrawalId });
  if (typeof topUpId === 'string') return paths.recharge(topUpId);
  if (typeof slipId === 'string') return paths.gameRecord({ id: slipId });
  if (typeof threadId === 'string') return paths.servicePage({ id: threadId });
  if (typeof formalComplaintId === 'string') {
    return paths.complaints({ id: formalComplaintId, data: kind.startsWith('data-request-') });
  }
  if (kind === 'balance-corrected') return paths.account();
  if (kind === 'recovery-codes-renewed') return paths.setLoginPassword();
  if (kind.startsWith('recovery-')) return paths.sessions();
  if (kind === 'host-report-decided') return paths.hostReports();
  if (kind === 'limit-by-staff') return paths.limits();
  if (kind === 'play-tools' || kind === 'limit-suggested') return paths.myData();
  switch (lookOf({ kind, params })) {
    case 'order':
      return paths.withdrawRecord();
    case 'key':
      return kind.startsWith('finance-') ? paths.setPayPassword() : paths.setLoginPassword();
    case 'payee':
      return paths.setbank();
    case 'name':
      return kind.startsWith('identity-') ? paths.identity() : paths.infomation();
    default:
      return null;
  }
}

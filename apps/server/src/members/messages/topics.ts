/** What messages are about. Members choose by topic what is pushed. */
export const TOPICS = ['money', 'play', 'account', 'house', 'desk'] as const;
export type Topic = (typeof TOPICS)[number];

/** Filters of the list of messages. Answers of the desk are listed with the account. */
export const FILTERS = ['money', 'play', 'account', 'house'] as const;
export type Filter = (typeof FILTERS)[number];

/** Topics by the start of a kind. All others are about the account. */
const STARTS: readonly (readonly [start: string, Topic])[] = [
  ['top-up-', 'money'],
  ['withdrawal-', 'money'],
  ['legal-hold-', 'money'],
  ['purchase-', 'money'],
  ['balance-', 'money'],
  ['complaint-', 'play'],
  ['host-report-', 'house'],
  ['desk-', 'desk'],
];

/** Starts of kinds by which members learn that another person may use their account. */
const SECURITY = ['recovery-', 'password-', 'login-password-', 'finance-password-', 'payee-'];

export function topicOf(kind: string): Topic {
  return STARTS.find(([start]) => kind.startsWith(start))?.[1] ?? 'account';
}

export function filterOf(kind: string): Filter {
  const topic = topicOf(kind);
  return topic === 'desk' ? 'account' : topic;
}

/** Starts of the kinds that a filter lists; null for the account, which lists all other kinds. */
export function startsOf(filter: Filter): string[] | null {
  if (filter === 'account') return null;
  return STARTS.filter(([, topic]) => topic === filter).map(([start]) => start);
}

/** Starts of the kinds that the account does not list. */
export const NOT_ACCOUNT: readonly string[] = STARTS.filter(([, topic]) => topic !== 'desk').map(([start]) => start);

/** True for messages that are pushed at any hour, whatever the member has muted. */
export function isSecurity(kind: string): boolean {
  return SECURITY.some((start) => kind.startsWith(start));
}

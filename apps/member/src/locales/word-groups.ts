import type en from './en.json';

type Namespace = keyof typeof en;

/**
 * The parts that a language's words are fetched in. What stands in no group comes with the first page; the others come
 * with the screens that ask for them (`withWords`), each name in one group alone.
 */
export const wordGroups = {
  visitor: ['game', 'agreement', 'login', 'register', 'recover'],
  guide: ['guide', 'hosts'],
  hostLink: ['hostLink'],
  videos: ['video'],
  player: ['player'],
  watched: ['watched'],
  play: ['lottery', 'placing', 'ownBets', 'tableRules', 'history', 'play', 'slips', 'receipts', 'questions'],
  person: ['mine', 'appearance', 'limits', 'person', 'avatar', 'setname', 'identity'],
  settings: ['setting', 'sessions', 'signOut', 'restricted', 'loginPassword', 'finance', 'invites'],
  checklist: ['checklist'],
  money: ['recharge', 'topUps', 'withdraw', 'payee', 'bind'],
  records: ['account', 'statement', 'report'],
  told: ['messages', 'withdrawals', 'acts', 'push'],
  myData: ['myData'],
  share: ['share'],
  verify: ['verify'],
  book: ['book'],
  checks: ['checks'],
  house: ['house'],
  help: ['help'],
  desk: ['desk'],
  /** Said by the service worker and by the verifier's page, which carry them themselves. */
  elsewhere: ['pushed', 'verifier'],
} as const satisfies Record<string, readonly Namespace[]>;

export type WordGroup = 'first' | Exclude<keyof typeof wordGroups, 'elsewhere'>;

/** Of all words of a language, those of a group. */
export function wordsOfGroup(words: Record<string, unknown>, group: string): Record<string, unknown> {
  const named = new Map<string, string>();
  for (const [name, namespaces] of Object.entries(wordGroups)) for (const each of namespaces) named.set(each, name);
  return Object.fromEntries(Object.entries(words).filter(([namespace]) => (named.get(namespace) ?? 'first') === group));
}

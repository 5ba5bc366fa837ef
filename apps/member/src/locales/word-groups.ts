import type en from './en.json';

type Namespace = keyof typeof en;

/**
 * Groups that the messages of a language are loaded in. Namespaces in no group come with the first page, the others
 * with the screens that request them by `withWords`. Each namespace is in one group.
 */
export const wordGroups = {
  visitor: ['game', 'agreement', 'login', 'register', 'recover'],
  /** First minutes of a new member. */
  welcome: ['welcome'],
  guide: ['guide', 'hosts'],
  bookings: ['bookings'],
  hostLink: ['hostLink'],
  videos: ['video'],
  player: ['player'],
  watched: ['watched'],
  play: ['lottery', 'placing', 'ownBets', 'tableRules', 'history', 'play', 'slips', 'receipts', 'questions'],
  person: ['mine', 'appearance', 'limits', 'person', 'avatar', 'setname', 'identity'],
  settings: ['setting', 'sessions', 'recoveryCodes', 'signOut', 'restricted', 'loginPassword', 'finance', 'invites'],
  /** The sheet that asks for the login password before money moves out. */
  idleLock: ['idleLock'],
  checklist: ['checklist'],
  pad: ['pad'],
  money: ['recharge', 'topUps', 'withdraw', 'payee', 'bind'],
  records: ['account', 'statement', 'report'],
  paper: ['paper'],
  told: ['messages', 'withdrawals', 'acts', 'push'],
  myData: ['myData'],
  share: ['share'],
  verify: ['verify'],
  book: ['book'],
  checks: ['checks'],
  stops: ['stops'],
  complaints: ['complaints'],
  /** The rating of the protection of members' money. */
  funds: ['funds'],
  house: ['house'],
  foot: ['playSafe'],
  privacy: ['privacyPage'],
  help: ['help'],
  desk: ['desk'],
  /** Used by the service worker and the verifier's page, which bundle their own messages. */
  elsewhere: ['pushed', 'verifier'],
} as const satisfies Record<string, readonly Namespace[]>;

export type WordGroup = 'first' | Exclude<keyof typeof wordGroups, 'elsewhere'>;

/** The messages of one group. */
export function wordsOfGroup(words: Record<string, unknown>, group: string): Record<string, unknown> {
  const named = new Map<string, string>();
  for (const [name, namespaces] of Object.entries(wordGroups)) for (const each of namespaces) named.set(each, name);
  return Object.fromEntries(Object.entries(words).filter(([namespace]) => (named.get(namespace) ?? 'first') === group));
}

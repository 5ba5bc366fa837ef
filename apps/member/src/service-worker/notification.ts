import { languageOf } from '../features/language/locales.ts';
import type en from '../locales/en.json';

type Words = typeof en.pushed;
type Topic = Exclude<keyof Words, 'body'>;

/** Only the messages of notifications, in every language, because the worker is one small file. */
const files = import.meta.glob<Words>('../locales/*.json', { import: 'pushed', eager: true });

const TOPICS = new Map<string, Topic>([
  ['top-up-credited', 'credited'],
  ['withdrawal-submitted', 'submitted'],
  ['withdrawal-in-review', 'submitted'],
  ['withdrawal-approved', 'approved'],
  ['withdrawal-paid', 'paid'],
  ['withdrawal-refused', 'moneyBack'],
  ['withdrawal-failed', 'moneyBack'],
  ['withdrawal-returned', 'moneyBack'],
]);

/** Topics by the start of a kind, for kinds that a locked phone does not distinguish. */
const FAMILIES: [start: string, Topic][] = [
  ['top-up-', 'topUp'],
  ['withdrawal-', 'withdrawal'],
  ['finance-password-', 'financePassword'],
  ['login-password-', 'loginPassword'],
  ['password-recovered', 'loginPassword'],
  ['recovery-', 'loginPassword'],
  ['payee-', 'payee'],
  ['balance-', 'balance'],
];

interface NotificationText extends NotificationOptions {
  title: string;
}

/** Text of a push notification: what happened, never an amount. English if the language is unknown. */
export function notificationOf(
  { kind, id }: { kind: string; id?: string | undefined },
  locale: string | null,
): NotificationText {
  const spoken = locale !== null && fileOf(locale) in files ? locale : 'en';
  const words = files[fileOf(spoken)] as Words;
  return {
    title: words[topicOf(kind)],
    body: words.body,
    lang: spoken,
    dir: languageOf(spoken)?.dir ?? 'ltr',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    ...(id === undefined ? {} : { tag: id }),
  };
}

function topicOf(kind: string): Topic {
  return TOPICS.get(kind) ?? FAMILIES.find(([start]) => kind.startsWith(start))?.[1] ?? 'news';
}

function fileOf(locale: string): string {
  return `../locales/${locale}.json`;
}

import { bestWords, type LanguageCode } from '../languages.ts';
import type { EntryRecord, ThreadRecord } from './records.ts';

interface Labels {
  title: string;
  about: Record<ThreadRecord['subject'], string>;
  you: string;
  roles: Record<string, string>;
  /** Label for a role without its own. */
  house: string;
  file: string;
  times: string;
}

const LABELS: Readonly<Record<string, Labels>> = {
  en: {
    title: 'Conversation with the desk of {house}',
    about: {
      question: 'a question',
      payment: 'a payment',
      account: 'your account',
      host: 'a host',
      other: 'something else',
    },
    you: 'You',
    roles: { support: 'Support', owner: 'The owner' },
    house: 'The house',
    file: 'file',
    times: 'All times are UTC.',
  },
  mn: {
    title: '{house} клубийн тусламжтай хийсэн яриа',
    about: { question: 'асуулт', payment: 'төлбөр', account: 'таны бүртгэл', host: 'хөтлөгч', other: 'бусад' },
    you: 'Та',
    roles: { support: 'Тусламж', owner: 'Эзэн' },
    house: 'Клуб',
    file: 'файл',
    times: 'Бүх цаг UTC.',
  },
};

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A conversation as a text file: each entry with time and sender. Staff names are left out. */
export function composeTranscript(
  thread: ThreadRecord,
  entries: readonly EntryRecord[],
  to: { house: string; houseLocale: string; languages: readonly LanguageCode[] },
): string {
  const labels = bestWords(LABELS, to.languages, to.houseLocale) ?? LABELS.en;
  if (!labels) return '';
  const head = [
    `${labels.title.replace('{house}', () => to.house)}: ${labels.about[thread.subject]}`,
    thread.id,
    labels.times,
  ];
  const conversation = entries.map(({ atMs, staffId, role, words, file }) => {
    const who = staffId === null ? labels.you : (labels.roles[role ?? ''] ?? labels.house);
    // Remove direction overrides, which would reorder the rest of the line.
    const what = (file === null ? words : `[${labels.file}: ${file.name}]`).replaceAll(TURNING, '');
    // Indent the lines of an entry, so that no text can imitate another entry's header.
    return `${timeOf(atMs)}  ${who}\n${what
      .split(/\r\n?|[\n\u0085\u2028\u2029]/u)
      .map((line) => `    ${line}`)
      .join('\n')}`;
  });
  return `\ufeff${[head.join('\n'), ...conversation].join('\n\n')}\n`;
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The result of reading a book, as lines and as JSON data. */

import type { BookVerification } from '@tercet/fair';
import { type AuditGap, EXIT_CODES, type Finding, type FindingCode, type Provider, type Verdict } from '@tercet/fair';
import type { KnownWitnesses } from './check-context.ts';
import type { SignedBook } from './read-book.ts';
import { type Report, witnessLines } from './report.ts';
import { missing, REFUTED, TIME_GAPS, VERDICTS } from './sentences.ts';
import { howToPin, type Trust } from './trust.ts';
import type { AskedWitnesses } from './witness-answers.ts';

/** Reasons why a book is not confirmed, beyond those of `BookCheck`. */
export type BookGap = AuditGap | 'no-checkpoint' | 'no-log-key' | 'stale-checkpoint' | 'no-tiles';

export interface BookFound {
  /** Null where reading could not start. */
  verification: BookVerification | null;
  from: number;
  gaps: BookGap[];
  isForked: boolean;
  witnesses: AskedWitnesses;
  suggested: KnownWitnesses['suggested'];
}

export interface BookReading {
  address: string;
  trust: Trust;
  /** The key that the club names. */
  logKey: string | null;
}

const SHOWN_MAX = 20;
const LISTED_MAX = 1000;

const OF_BOOKS: Partial<Record<Verdict, string>> = {
  verified:
    'Verified: every entry, seal and draw of the book holds, by witnesses and a beacon that nobody could steer.',
  'time-not-proven': 'Time not proven: every entry, seal and draw of the book holds but some times.',
  pending: 'Pending: the book has no draw yet, and nothing is wrong so far.',
  overdue: 'Overdue: something that is due is not in the book.',
  incomplete: 'Incomplete: evidence is missing, so the book is not confirmed.',
  breach: 'BREACH: the book breaks the protocol. Keep this output, and show it to a witness.',
};

/** Why a book is not confirmed, as the end of "Missing: …". */
export const GAPS: Readonly<Record<BookGap, { what: string; from: Provider }>> = {
  'not-pinned': { what: 'a key of the book that you compared and pinned', from: 'reader' },
  'no-checkpoint': { what: 'the newest checkpoint', from: 'house' },
  'no-log-key': { what: 'the key of the book', from: 'house' },
  'no-notices': { what: 'the announced changes from the pinned key to today’s', from: 'house' },
  'no-entries': { what: 'entries that the checkpoint signs', from: 'house' },
  'no-tiles': { what: 'files of the book that prove its parts', from: 'house' },
  'no-slips': { what: 'lists of sealed bets', from: 'house' },
  'later-entries': { what: 'entries that witnesses have seen already', from: 'house' },
  'stale-checkpoint': { what: 'a checkpoint as new as the one that this machine has seen before', from: 'house' },
};

export const FINDINGS: Readonly<Record<FindingCode, string>> = {
  malformed: 'an entry has a shape that it cannot have',
  root: 'the entries are not those that the checkpoint signs',
  fork: 'the book’s key signed another book of this length',
  'backdated-cosignature': 'a witness confirmed a longer book before a shorter one',
  slips: 'the bets that are handed out do not give the seal',
  'other-origin': 'a table names another book',
  'period-length': 'a lottery changed the length of its periods',
  'table-order': 'a table begins before the one that it follows',
  'table-too-late': 'the odds changed after their first period had begun',
  'stop-too-late': 'betting was stopped by an entry that came too late, so that it reached into an open period',
  'bets-in-stop': 'a period took bets although betting was stopped',
  'other-table': 'a seal or void names other odds than those in force',
  'no-table': 'an entry is about a lottery without odds',
  'two-seals': 'a draw is sealed twice, over different bets',
  'two-fates': 'a draw is called void twice',
  'period-missing': 'a period was left out',
  'seal-too-late': 'the draw was made although its seal was too late',
  'seal-in-time': 'the draw was called void although its seal was in time',
  'drawn-unsealed': 'the draw was made without a seal',
  'drawn-twice': 'the draw was made twice',
  'void-and-drawn': 'the draw is void and drawn',
  'other-round': 'another round of the beacon was used than the schedule gives',
  signature: 'a signature is not the beacon’s',
  dice: 'other dice follow from the beacon',
  notice: 'a change of the book’s key is not announced as it must be',
  'liabilities-missing': 'a day of what the house owes was left out',
  'liabilities-twice': 'a day of what the house owes was published twice',
};

/** The report on a book that could not be read at all: evidence is missing from the start, or refuted. */
export function brokenBook(reading: BookReading, why: { gap: BookGap } | { refuted: string }): Report {
  const isRefuted = 'refuted' in why;
  const verdict = isRefuted ? 'breach' : 'incomplete';
  const { trust, logKey, address } = reading;
  const lines = [
    `book of ${trust.origin} at ${address}`,
    OF_BOOKS[verdict] ?? '',
    isRefuted ? `Refuted: ${REFUTED[why.refuted] ?? why.refuted}` : missingGap(why.gap),
    ...(trust.pinned === undefined && logKey !== null ? howToPin(logKey) : []),
  ];
  const gaps = isRefuted ? [] : [{ reason: why.gap, from: GAPS[why.gap].from }];
  const refuted = isRefuted ? why.refuted : null;
  const data = {
    origin: trust.origin,
    verdict,
    timeGaps: [],
    missing: gaps,
    refuted,
    withheld: null,
    keys: keysOf(reading),
  };
  return { exitCode: EXIT_CODES[verdict], lines, data };
}

export function bookReport(reading: BookReading & { now: SignedBook }, found: BookFound): Report {
  const { verification, witnesses, suggested } = found;
  const gaps: BookGap[] = [...(verification?.gaps ?? ([] as AuditGap[])), ...found.gaps];
  const verdict = verdictOf(found);
  const { trust, logKey, now, address } = reading;
  const timeGaps = verification?.timeGaps ?? [];
  const lines = [
    `book of ${trust.origin} at ${address}`,
    `  entries ${found.from} to ${now.checkpoint.size}, root ${now.checkpoint.root}`,
    ...countLines(found),
    OF_BOOKS[verdict] ?? VERDICTS[verdict],
    ...listed(verification?.audit.findings ?? [], findingLine),
    ...gaps.map(missingGap),
    ...listed(verification?.audit.unproven ?? [], (what) =>
      missing(`the seal or table of ${what}, or when witnesses saw it`, 'witnesses'),
    ),
    ...listed(verification?.audit.overdue ?? [], (what) => `Overdue: ${what} is not in the book.`),
    ...timeGaps.map((gap) => `Some draws: ${TIME_GAPS[gap]}`),
    ...witnessLines({ silent: witnesses.silent, suggested }),
    ...(trust.pinned === undefined && logKey !== null ? howToPin(logKey) : []),
  ];
  const { findings = [], ...counts } = verification?.audit ?? {};
  const data = {
    origin: trust.origin,
    verdict,
    timeGaps,
    missing: gaps.map((gap) => ({ reason: gap, from: GAPS[gap].from })),
    withheld: null,
    from: found.from,
    checkpoint: now.checkpoint,
    ...counts,
    findings: findings.slice(0, LISTED_MAX),
    findingCount: findings.length,
    slipsChecked: verification?.slipsChecked ?? 0,
    witnesses: { answered: witnesses.answers.map(({ witness }) => witness), silent: witnesses.silent, suggested },
    keys: keysOf(reading),
  };
  return { exitCode: EXIT_CODES[verdict], lines, data };
}

/** The verdict. A missing part other than entries makes an otherwise valid book incomplete. */
function verdictOf({ verification, gaps }: BookFound): Verdict {
  if (verification === null) return 'incomplete';
  return verification.verdict !== 'breach' && gaps.length > 0 ? 'incomplete' : verification.verdict;
}

function countLines({ verification }: BookFound): string[] {
  if (verification === null) return [];
  const { audit, slipsChecked } = verification;
  return [
    `  ${audit.seals} seals, ${audit.draws} draws, ${audit.voids} void, ${audit.pending.length} not due yet`,
    `  ${slipsChecked} seals recomputed from the hashes of their bets`,
  ];
}

function missingGap(gap: BookGap): string {
  return missing(GAPS[gap].what, GAPS[gap].from);
}

function findingLine({ seq, drawId, code }: Finding): string {
  return `Refuted at entry ${seq}${drawId === null ? '' : ` (${drawId})`}: ${FINDINGS[code]} [${code}]`;
}

function listed<T>(all: readonly T[], line: (one: T) => string): string[] {
  const rest = all.length - SHOWN_MAX;
  return [...all.slice(0, SHOWN_MAX).map(line), ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function keysOf({ trust, logKey }: BookReading) {
  return { pinned: trust.pinned ?? null, firstSeen: trust.firstSeen ?? null, named: logKey };
}

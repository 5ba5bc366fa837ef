/** What the monitor reports. */
import type { Finding } from '@tercet/fair';
import { FINDINGS } from '../check/book-report.ts';

/**
 * `breach`: the club broke the protocol, or shows what its own book refutes. `fork`: its key signed two books.
 * `overdue`: something due is not in the book. `silence`: the club gives no complete answer. `missing`: evidence that
 * should be there is not served; it may come.
 */
export type AlarmKind = 'breach' | 'fork' | 'overdue' | 'silence' | 'missing';

/** Something wrong that holds now, and is over once a step no longer finds it. */
export interface Condition {
  /** Stable: the same for the same fault, also after a restart. */
  id: string;
  kind: AlarmKind;
  /** Stable word of the fault. */
  code: string;
  /** Draw id, day, witness or the like; null for the whole book. May be the club's own text. */
  subject: string | null;
  /** Index of the entry; null where there is none. */
  seq: number | null;
  /** One sentence. May contain the club's own text. */
  text: string;
}

export interface Alarm extends Condition {
  /** Unix milliseconds at which the monitor found it. */
  atMs: number;
  /** Unix milliseconds at which it was over. Null while it holds. */
  resolvedMs: number | null;
  /** Whether it never ends: what the book proves, and what the club has shown of a draw. */
  isLasting: boolean;
}

/** The fields of an alarm as they are printed, served and sent. */
export function shownAlarm({ atMs, resolvedMs, isLasting, ...fields }: Alarm): Record<string, unknown> {
  const since = new Date(atMs).toISOString();
  return { ...fields, since, resolved: resolvedMs === null ? null : new Date(resolvedMs).toISOString() };
}

/** Kinds that the webhook reports. */
export const CALLED: readonly AlarmKind[] = ['breach', 'fork', 'overdue', 'silence'];

/** Findings by the notes of witnesses. They come again as long as witnesses return the notes. */
const OF_WITNESSES: ReadonlySet<string> = new Set(['fork', 'backdated-cosignature']);

/** The condition of a finding of the audit. */
export function ofFinding({ seq, drawId, code }: Finding): Condition {
  const isByWitnesses = OF_WITNESSES.has(code);
  return {
    id: isByWitnesses ? `${code}/witnesses` : `${code}/${seq}`,
    kind: code === 'fork' ? 'fork' : 'breach',
    code,
    subject: drawId,
    seq: isByWitnesses ? null : seq,
    text: FINDINGS[code],
  };
}

/** Overdue draws of one lottery that are reported. */
const OVERDUE_MAX = 10;

/** A condition about the whole book. */
export function condition(
  kind: AlarmKind,
  code: string,
  text: string,
  about: Partial<Pick<Condition, 'subject' | 'seq'>> = {},
): Condition {
  const { subject = null, seq = null } = about;
  return { id: subject === null ? code : `${code}/${subject}`, kind, code, subject, seq, text };
}

/**
 * Conditions for the oldest overdue draws of each lottery, and one for what the house owes. An outage of a day has
 * thousands of overdue draws, and one withheld draw must not hide the next.
 */
export function ofOverdue(overdue: readonly string[]): Condition[] {
  const groups = new Map<string, string[]>();
  for (const what of overdue) {
    const [key = ''] = what.split('/');
    groups.set(key, [...(groups.get(key) ?? []), what]);
  }
  return [...groups].flatMap(([key, all]) =>
    all.slice(0, OVERDUE_MAX).map((subject, place): Condition => {
      const more = place === OVERDUE_MAX - 1 ? all.length - OVERDUE_MAX : 0;
      const rest = more === 0 ? '' : `, and ${more} more of ${key}`;
      const text = `${subject} is due and not in the book${rest}`;
      return { id: `overdue/${subject}`, kind: 'overdue', code: 'overdue', subject, seq: null, text };
    }),
  );
}

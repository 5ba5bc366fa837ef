/** One look at the club: everything that is new in its book, and what holds now. */
import { decodeEntryAs } from '@tercet/fair';
import { readable } from '../check/book-keys.ts';
import { type CheckContext, createCheckContext } from '../check/check-context.ts';
import type { Environment } from '../check/environment.ts';
import { CheckFailure } from '../check/failure.ts';
import { refuseBeyondLimits } from '../check/limits.ts';
import type { CheckOptions } from '../check/options.ts';
import { NotHandedOut, readBodies, type SignedBook } from '../check/read-book.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { type Condition, condition, ofFinding, ofOverdue } from './alarm.ts';
import type { Alarms } from './alarms.ts';
import type { BookStore, CheckedPart } from './book-store.ts';
import {
  auditOf,
  checkPart,
  comparedSeals,
  drawsIn,
  forkAt,
  mismatchOf,
  type PartTerms,
  sealIn,
  sealsAt,
} from './part.ts';
import { compareSeals } from './seals.ts';
import { missing, readShown } from './shown-book.ts';
import { checkShownDraws } from './shown-draws.ts';
import { askSince, type WitnessReplies } from './witness-times.ts';

export interface StepTerms {
  options: CheckOptions;
  environment: Environment;
  origin: string;
  logKey: string;
  store: BookStore;
  alarms: Alarms;
  /** Checkpoints that were shown, oldest first, with the time at which the monitor first saw them. */
  recent: { book: SignedBook; seenMs: number }[];
  /** When each witness was asked for all that it keeps; see `askSince`. */
  askedLong: Map<string, number>;
  /** Age of a checkpoint before its entries are judged; 0 without witnesses. */
  waitMs: number;
  /** Time by which the monitor lags behind the book at most. */
  lagMs: number;
  /** Check each draw as the club shows it. */
  draws: boolean;
  /** Keeps evidence of a fork: both signed checkpoints. */
  keepEvidence(name: string, evidence: Record<string, unknown>): Promise<void>;
  /** Called once the club has given a complete answer, before its draws are checked. */
  heard(): void;
  print(event: Record<string, unknown>): void;
}

export interface StepResult {
  conditions: Condition[];
  /** Whether the step came far enough to judge conditions with this code. */
  isJudged(code: string): boolean;
}

/** Ends while entries are read. */
const READING_END = 4;
/** Order in which a step can end early. What lies behind such an end is not judged, and neither is an earlier alarm. */
const ENDS: Readonly<Record<string, number>> = {
  'no-answer': 0,
  'no-checkpoint': 1,
  'stale-checkpoint': 3,
  'no-entries': READING_END,
  'no-tiles': READING_END,
  root: READING_END + 1,
};
/** Ends by a key or a checkpoint that is not that of the book. */
const KEY_END = 2;
/** Codes that only a complete answer can judge. */
const LATER_CODES = new Set(['overdue', 'later-entries', 'no-slips', 'witness-silent', 'silence']);
const UNLISTED_AT_ONCE = 50;
/** Checkpoints that are remembered while they wait. */
const RECENT_MAX = 100;

export async function takeStep(terms: StepTerms): Promise<StepResult> {
  const asking = createCheckContext(terms.options, terms.environment, terms.options.target);
  try {
    const { isHeard = false, ...result } = await follow(asking, terms);
    refuseBeyondLimits(asking.guard.budget, { exitCode: 0 });
    // An answer that could not be judged to its end is none: else a club could be neither silent nor overdue.
    if (isHeard) terms.heard();
    return result;
  } catch (error) {
    // The state on disk or in memory cannot be relied on.
    if (error instanceof StartFailure) throw error;
    if (error instanceof NotHandedOut) return incomplete(missing('no-entries'));
    const { message } = error as Error;
    const text = error instanceof CheckFailure ? message : `A response cannot be read: ${message}`;
    return incomplete(condition('missing', 'no-answer', text));
  }
}

function endOf(code: string): number {
  return ENDS[code] ?? KEY_END;
}

function incomplete(one: Condition): StepResult {
  const isJudged = (code: string) => !LATER_CODES.has(code) && endOf(code) <= endOf(one.code);
  return { conditions: [one], isJudged };
}

async function follow(asking: CheckContext, terms: StepTerms): Promise<StepResult & { isHeard?: boolean }> {
  const { store, origin, logKey } = terms;
  const shown = await readShown(clubOf(asking), { origin, logKey, keys: store.keys });
  if ('wrong' in shown) return incomplete(shown.wrong);
  const conflict = await compareWithOwn(shown.now, terms);
  if (conflict !== null) return incomplete(conflict);
  const target = settled(shown.now, terms);
  const replies = await askWitnesses(asking, terms);
  const part: PartTerms = {
    club: clubOf(asking),
    store,
    origin,
    target,
    keys: shown.keys,
    replies,
    slips: terms.options.slips,
    nowMs: terms.environment.nowMs(),
  };
  const before = store.size;
  const fault = await readParts(part, terms);
  if (fault !== null) return incomplete(fault);
  // Nothing was read of what the club shows, because its checkpoint is too new to be judged.
  const isWaiting = store.size === before && store.size < shown.now.checkpoint.size;
  const isJudged = (code: string) => code !== 'silence' && !(isWaiting && endOf(code) >= READING_END);
  return { conditions: await conclude(asking, part, terms), isJudged, isHeard: !isWaiting };
}

function clubOf({ club }: CheckContext) {
  if (club === null) throw new Error('a step needs a club');
  return club;
}

/** Compares the shown checkpoint with the book as it is checked so far. */
async function compareWithOwn({ checkpoint, note }: SignedBook, terms: StepTerms): Promise<Condition | null> {
  const { store, alarms } = terms;
  if (checkpoint.size > store.size || (checkpoint.size === store.size && checkpoint.root === store.root)) return null;
  if (checkpoint.size < store.size) return missing('stale-checkpoint');
  await fork(note, checkpoint.size, terms);
  return alarms.open.find(({ id }) => id === forkAt(checkpoint.size).id) ?? forkAt(checkpoint.size);
}

async function fork(note: string, size: number, { store, alarms, keepEvidence, environment }: StepTerms) {
  await keepEvidence(`fork-${size}`, { size: store.size, root: store.root, ours: store.note, theirs: note });
  alarms.add([forkAt(size)], store.size, environment.nowMs());
  await alarms.save();
}

/** The newest checkpoint that is old enough for witnesses to have published their times; else the checked end. */
function settled(now: SignedBook, { recent, waitMs, environment, store }: StepTerms): SignedBook {
  const nowMs = environment.nowMs();
  // The clock of this machine may have been set back.
  for (const one of recent) one.seenMs = Math.min(one.seenMs, nowMs);
  const last = recent.at(-1);
  const isNew = last === undefined || last.book.checkpoint.size !== now.checkpoint.size;
  if (isNew && nowMs - (last?.seenMs ?? 0) >= waitMs / RECENT_MAX) recent.push({ book: now, seenMs: nowMs });
  const old = recent.findLastIndex(({ seenMs }) => nowMs - seenMs >= waitMs);
  recent.splice(0, Math.max(old, 0));
  const book = old === -1 ? undefined : recent[0]?.book;
  if (book !== undefined && book.checkpoint.size >= store.size) return book;
  return { note: now.note, checkpoint: { ...now.checkpoint, size: store.size, root: store.root } };
}

async function askWitnesses(asking: CheckContext, terms: StepTerms): Promise<WitnessReplies> {
  const { options, guard } = asking;
  const { store, origin, environment, askedLong } = terms;
  // A witness whose key nobody gave is recognised by the tables, read and listed.
  const isKeyless = options.witnesses.some(({ vkey }) => vkey === null);
  const listed = isKeyless ? readable('table', await clubOf(asking).entriesOf('table')) : [];
  const tables = [...store.auditor.tables(), ...listed.map(({ body }) => decodeEntryAs('table', body))];
  const expected = [...new Set(tables.flatMap(({ witnesses }) => witnesses))];
  const nowSeconds = Math.floor(environment.nowMs() / 1000);
  const questions = {
    ...{ witnesses: options.witnesses, origin, expected },
    ...{ askFrom: store.askFrom, nowSeconds, askedLong },
  };
  return askSince(questions, guard);
}

/** Reads, checks and commits the entries up to the target. Returns why it ended before; null where it did not. */
async function readParts(part: PartTerms, terms: StepTerms): Promise<Condition | null> {
  const { store } = part;
  for await (const bodies of readBodies(part.club, store.size, part.target.checkpoint.size)) {
    const tree = store.treeWith(bodies);
    const mismatch = await mismatchOf(tree, part);
    if (mismatch !== null) {
      if (mismatch.isProven) await fork(part.target.note, part.target.checkpoint.size, terms);
      return mismatch.condition;
    }
    const compared = await comparedSeals(bodies, part);
    const checked = checkPart({ bodies, tree, compared }, part);
    await store.commit(checked.part, tree);
    await takeOver(checked.part, terms);
    const { root, from } = checked.part;
    terms.print({ event: 'checked', from, size: store.size, root, ...store.counts });
    for (const subject of checked.unproven) terms.print({ event: 'unproven', subject });
    await store.compact();
  }
  return null;
}

/** Records the findings of a committed part, and what is still to be checked of it. */
export async function takeOver(
  part: CheckedPart,
  { alarms, environment, draws }: Pick<StepTerms, 'alarms' | 'environment' | 'draws'>,
): Promise<void> {
  const size = part.from + part.bodies.length;
  if (size <= alarms.size) return;
  if (draws) alarms.draws = [...alarms.draws, ...drawsIn(part).map((id): [string, number] => [id, 0])];
  alarms.seals = [...alarms.seals, ...sealsAt(part, part.unlisted)];
  alarms.add(part.findings.map(ofFinding), size, environment.nowMs());
  await alarms.save();
}

/** What holds at the end of a complete answer. */
async function conclude(asking: CheckContext, part: PartTerms, terms: StepTerms): Promise<Condition[]> {
  const { store, alarms, environment, lagMs } = terms;
  const nowMs = environment.nowMs();
  const { size, root } = store;
  const { audit, gaps } = auditOf([], { size, root }, { ...part, nowMs: nowMs - lagMs });
  // The audit finds each only once, so they are stored before a request that may fail.
  alarms.add(audit.findings.map(ofFinding), size, nowMs);
  store.auditor.forgetFindings();
  await alarms.save();
  const failures = await askAgain(asking, part, terms);
  return [
    ...failures,
    ...ofOverdue(audit.overdue),
    ...(gaps.includes('later-entries') ? [missing('later-entries')] : []),
    ...(alarms.seals.length > 0 ? [missing('no-slips')] : []),
    ...[...part.replies.values()].flatMap(({ silent }) =>
      silent.map(({ url, why }) =>
        condition('missing', 'witness-silent', `The witness at ${url} did not answer: ${why}`, { subject: url }),
      ),
    ),
  ];
}

/**
 * Asks for lists of bets and pages of draws that wait, and stores what is wrong with them. Returns the requests that
 * failed: they must not keep a step from its end.
 */
async function askAgain(asking: CheckContext, part: PartTerms, terms: StepTerms): Promise<Condition[]> {
  const { alarms, store, environment } = terms;
  const asks = [
    () => checkUnlisted(part, terms),
    async () => {
      if (!terms.draws) return [];
      const shown = await checkShownDraws(asking, alarms.draws);
      alarms.draws = shown.waiting;
      return shown.found;
    },
  ];
  const failures: Condition[] = [];
  for (const ask of asks) {
    try {
      alarms.add(await ask(), store.size, environment.nowMs());
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      failures.push(condition('missing', 'no-answer', error.message));
    }
  }
  await alarms.save();
  return failures;
}

/** Asks again for lists of bets that were not handed out. Returns the seals that are over other bets. */
async function checkUnlisted({ club }: PartTerms, { alarms }: StepTerms): Promise<Condition[]> {
  const [some, rest] = [alarms.seals.slice(0, UNLISTED_AT_ONCE), alarms.seals.slice(UNLISTED_AT_ONCE)];
  const seals = some.flatMap(([seq, body]) => {
    const seal = sealIn(body);
    return seal === null ? [] : [{ ...seal, seq }];
  });
  const { wrong, unlisted } = await compareSeals(club, seals);
  const left = new Set(unlisted.map(({ seq }) => seq));
  alarms.seals = [...rest, ...some.filter(([seq]) => left.has(seq))];
  return wrong.map(({ seq, draw_id: drawId }) => ofFinding({ seq, drawId, code: 'slips' }));
}

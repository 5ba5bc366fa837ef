/**
 * What a verifier checks, in the protocol's order, offline from a bundle. Never throws: a malformed bundle is refuted.
 * `drawSteps` and `slipSteps` yield each step as it is computed; `verifyDraw` and `verifySlip` run them to the end.
 *
 * These bundles hold no witnessed checkpoints, so that the seal came in time is not provable from them: the best
 * verdict is `time-not-proven`, whatever the bundle says about witnesses.
 */
import { chainKind, verifyBeaconRound } from './beacon.ts';
import { payoutOnSum, sumOf } from './bets.ts';
import { fromHex, toHex } from './bytes.ts';
import { type Dice, drawDice } from './draw.ts';
import {
  chainOfTable,
  type DrawEntry,
  decodeEntryAs,
  diceOfEntry,
  type EntryOf,
  type EntryType,
  entryHash,
  multipliersOfTable,
  type SealEntry,
  type TableEntry,
} from './entries.ts';
import { leafHash, merkleRootHex, verifyInclusionHex } from './merkle.ts';
import type { BookEntry, DrawProof, SlipProof, Step, StepId, Verdict, Verification, VerifyOptions } from './proof.ts';
import { commitmentOf, parseSlipLeafData, type SlipLeaf, verifyReceipt } from './receipt.ts';
import { lockTime, parseDrawId, roundFor, timeOfRound } from './schedule.ts';

/** The bundle, and what the steps so far have established. A field is set only by a step that holds. */
interface Case {
  draw: DrawProof;
  slip: SlipProof | null;
  options: VerifyOptions;
  table?: TableEntry;
  leaf?: SlipLeaf;
  round?: number;
  tLock?: number;
  seal?: SealEntry;
  isVoid?: boolean;
  drawEntry?: DrawEntry;
  signature?: string;
  dice?: Dice;
}

type Outcome = Omit<Step, 'id'>;
type Check = (given: Case) => Outcome;
type Conclusion = Omit<Verification, 'steps'>;

const DRAW_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['seal', checkSeal],
  ['void', checkVoid],
  ['beacon', checkBeacon],
  ['dice', checkDice],
];
const SLIP_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['receipt', checkReceipt],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['seal', checkSeal],
  ['void', checkVoid],
  ['inclusion', checkInclusion],
  ['beacon', checkBeacon],
  ['dice', checkDice],
  ['payout', checkPayout],
];

/** Steps of a draw, one by one; returns the verdict. The `void` step comes only for a draw with a `void` entry. */
export function* drawSteps(proof: DrawProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(DRAW_CHECKS, { draw: proof, slip: null, options });
}

/** Steps of one slip and its draw, one by one; returns the verdict. */
export function* slipSteps(proof: SlipProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(SLIP_CHECKS, { draw: proof?.draw, slip: proof, options });
}

export function verifyDraw(proof: DrawProof, options: VerifyOptions = {}): Verification {
  return collect(drawSteps(proof, options));
}

export function verifySlip(proof: SlipProof, options: VerifyOptions = {}): Verification {
  return collect(slipSteps(proof, options));
}

function collect(running: Generator<Step, Conclusion>): Verification {
  const steps: Step[] = [];
  let next = running.next();
  for (; !next.done; next = running.next()) steps.push(next.value);
  return { ...next.value, steps };
}

function* runSteps(checks: typeof DRAW_CHECKS, given: Case): Generator<Step, Conclusion> {
  const steps: Step[] = [];
  for (const [id, check] of checks) {
    if (id === 'void' && !given.draw?.entries?.void) continue;
    const step = { id, ...outcomeOf(check, given) };
    steps.push(step);
    yield step;
  }
  const chain = given.table === undefined ? given.draw?.chain : chainOfTable(given.table);
  return { verdict: verdictOf(steps, given), houseRun: chainKind(chain) === 'local' };
}

function outcomeOf(check: Check, given: Case): Outcome {
  try {
    return check(given);
  } catch {
    return refuted('malformed');
  }
}

function verdictOf(steps: readonly Step[], given: Case): Verdict {
  if (steps.some(({ ok }) => ok === false)) return 'breach';
  if (given.isVoid === true) return 'void';
  const open = steps.filter(({ ok }) => ok === null).map(({ id }) => id);
  if (open.some((id) => id !== 'origin' && id !== 'witness')) return 'pending';
  return open.length === 0 ? 'verified' : 'time-not-proven';
}

function holds(values: Step['values']): Outcome {
  return { ok: true, reason: null, values };
}

function refuted(reason: string, values: Step['values'] = {}): Outcome {
  return { ok: false, reason, values };
}

function open(reason: string, values: Step['values'] = {}): Outcome {
  return { ok: null, reason, values };
}

/** Decodes an entry after recomputing its hash. Throws on a bad body; null when the hash is not the body's. */
function readEntry<T extends EntryType>(type: T, entry: BookEntry): EntryOf<T> | null {
  return entryHash(entry.body) === entry.hash ? decodeEntryAs(type, entry.body) : null;
}

function checkOrigin({ draw, options }: Case): Outcome {
  const { origin, receipt_key: receiptKey, chain_hash: chainHash } = decodeEntryAs('table', draw.table.entry.body);
  const values: Record<string, string> = { origin, receiptKey, chainHash };
  const pinned = Object.entries(options.pinned ?? {}).filter(([, value]) => value !== undefined);
  for (const [name, value] of pinned) if (values[name] !== value) return refuted(`other-${name}`, values);
  return pinned.length === 0 ? open('nothing-pinned', values) : holds(values);
}

function checkReceipt(given: Case): Outcome {
  const { draw, slip } = given;
  if (slip === null) return open('no-receipt');
  const { receipt } = slip;
  const leaf = parseSlipLeafData(fromHex(receipt.leafData));
  if (leaf === null) return refuted('leaf-data');
  const values = { slipId: leaf.slipId, drawId: leaf.drawId, acceptedMs: String(leaf.acceptedMs) };
  const table = decodeEntryAs('table', draw.table.entry.body);
  if (receipt.publicKey !== table.receipt_key) return refuted('other-key', values);
  if (!verifyReceipt({ ...receipt, userName: undefined, salt: undefined })) return refuted('signature', values);
  if (commitmentOf(receipt.userName, receipt.salt) !== leaf.commitment) return refuted('commitment', values);
  if (leaf.origin !== table.origin) return refuted('other-origin', values);
  if (leaf.drawId !== draw.drawId) return refuted('other-draw', values);
  given.leaf = leaf;
  return holds(values);
}

function checkTable(given: Case): Outcome {
  const { draw, slip, leaf } = given;
  const { hash, entry } = draw.table;
  const values = { tableHash: hash };
  const table = readEntry('table', entry);
  if (table === null || hash !== entry.hash) return refuted('entry-hash', values);
  if (slip !== null && leaf !== undefined && leaf.tableHash !== hash) return refuted('other-table', values);
  const id = parseDrawId(draw.drawId);
  if (id === null || id.key !== table.key) return refuted('other-lottery', values);
  if (Number(table.first_period) > id.period) return refuted('not-yet-in-force', values);
  if (Number(table.period_seconds) !== draw.periodSeconds) return refuted('period-length', values);
  const chain = chainOfTable(table);
  for (const field of ['hash', 'publicKey', 'period', 'genesis', 'scheme'] as const) {
    if (chain[field] !== draw.chain[field]) return refuted('other-chain', values);
  }
  given.table = table;
  return holds({ ...values, key: table.key, firstPeriod: table.first_period });
}

function checkSchedule(given: Case): Outcome {
  const { draw, leaf, table } = given;
  const id = parseDrawId(draw.drawId);
  if (table === undefined || id === null) return open('no-table');
  const chain = chainOfTable(table);
  const tLock = lockTime(id.period, Number(table.period_seconds));
  const round = roundFor(tLock, chain);
  const values = { tLock: String(tLock), round: String(round), roundTime: String(timeOfRound(round, chain)) };
  if (draw.round !== round) return refuted('other-round', values);
  if (draw.locksAtMs !== tLock * 1000) return refuted('other-lock', values);
  if (leaf !== undefined) {
    if (leaf.round !== round || leaf.tLock !== tLock) return refuted('receipt-schedule', values);
    if (leaf.acceptedMs >= tLock * 1000) return refuted('accepted-after-lock', values);
  }
  given.tLock = tLock;
  given.round = round;
  return holds(values);
}

function checkWitness({ table }: Case): Outcome {
  if (table === undefined) return open('no-table');
  const values = { quorum: table.quorum, of: String(table.witnesses.length) };
  return open(table.quorum === '0' ? 'no-witness' : 'no-checkpoints', values);
}

function checkSeal(given: Case): Outcome {
  const { draw, options } = given;
  const { seal: entry, draw: drawn, void: voided } = draw.entries;
  if (entry === null) {
    if (drawn !== null || draw.dice !== null) return refuted('drawn-unsealed');
    return open(voided === null ? 'not-sealed-yet' : 'void');
  }
  const seal = readEntry('seal', entry);
  if (seal === null) return refuted('entry-hash');
  const values = { root: seal.root, count: seal.count };
  if (seal.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (seal.root !== draw.root || seal.count !== String(draw.slipCount)) return refuted('other-seal', values);
  if (options.leafHashes !== undefined) {
    if (String(options.leafHashes.length) !== seal.count) return refuted('count', values);
    if (merkleRootHex(options.leafHashes) !== seal.root) return refuted('root', values);
  }
  given.seal = seal;
  return holds({ ...values, leaves: options.leafHashes === undefined ? 'not-given' : 'recomputed' });
}

/** Where witnesses are, a seal found later may override a void; without, a draw is one or the other. */
function checkVoid(given: Case): Outcome {
  const { draw, table } = given;
  if (draw.entries.void === null) return open('not-void');
  const entry = readEntry('void', draw.entries.void);
  if (entry === null) return refuted('entry-hash');
  const values = { reason: entry.reason };
  if (entry.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (draw.entries.draw !== null || draw.dice !== null) {
    return table === undefined || table.quorum === '0' ? refuted('void-and-drawn', values) : open('overridden', values);
  }
  given.isVoid = true;
  return holds(values);
}

function checkInclusion({ slip, leaf, seal, isVoid }: Case): Outcome {
  if (slip === null || leaf === undefined) return open('no-receipt');
  if (seal === undefined) return open(isVoid === true ? 'void' : 'not-sealed-yet');
  const { index, count, proof } = slip;
  const hash = toHex(leafHash(fromHex(slip.receipt.leafData)));
  const values = { leafHash: hash, index: String(index), count: seal.count, root: seal.root };
  if (index === null || count === null || proof === null) return open('no-proof', values);
  if (String(count) !== seal.count) return refuted('count', values);
  if (!verifyInclusionHex({ leafHash: hash, index, size: count, proof, root: seal.root }))
    return refuted('path', values);
  return holds(values);
}

function checkBeacon(given: Case): Outcome {
  const { draw, table, round, isVoid } = given;
  if (table === undefined || round === undefined) return open('no-table');
  const chain = chainOfTable(table);
  const entry = draw.entries.draw === null ? null : readEntry('draw', draw.entries.draw);
  if (draw.entries.draw !== null && entry === null) return refuted('entry-hash');
  const signature = entry?.signature ?? draw.signature;
  const values = { round: String(round), chainHash: chain.hash, kind: chainKind(chain), signature: signature ?? '' };
  if (signature === null) {
    return draw.dice === null
      ? open(isVoid === true ? 'void' : 'not-drawn-yet', values)
      : refuted('no-signature', values);
  }
  if (entry !== null && entry.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (entry !== null && entry.round !== String(round)) return refuted('other-round', values);
  if (draw.signature !== signature) return refuted('other-signature', values);
  if (!verifyBeaconRound(chain, round, signature)) return refuted('signature', values);
  given.signature = signature;
  if (entry !== null) given.drawEntry = entry;
  return holds(values);
}

function checkDice(given: Case): Outcome {
  const { draw, round, table, signature, drawEntry, isVoid } = given;
  if (signature === undefined || round === undefined || table === undefined) {
    return open(isVoid === true ? 'void' : 'no-signature');
  }
  const { seed, dice } = drawDice({ chainHash: table.chain_hash, round, signature, drawId: draw.drawId });
  const values = { seed, dice: dice.join(' '), sum: String(sumOf(dice)) };
  if (isVoid === true) return open('void', values);
  if (drawEntry !== undefined && diceOfEntry(drawEntry).join(' ') !== values.dice) return refuted('entry-dice', values);
  if (draw.dice === null) return open('not-drawn-yet', values);
  if (draw.dice.join(' ') !== values.dice) return refuted('dice', values);
  if (draw.seed !== null && draw.seed !== seed) return refuted('seed', values);
  if (drawEntry === undefined) return open('not-in-book-yet', values);
  given.dice = dice;
  return holds(values);
}

/** Void: the stakes go back. Otherwise what the dice pay by the table. */
function checkPayout({ leaf, table, dice, isVoid, options }: Case): Outcome {
  if (leaf === undefined || table === undefined) return open('no-receipt');
  const stake = leaf.selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
  if (isVoid !== true && dice === undefined) return open('no-dice', { stakeMinor: String(stake) });
  const paid = dice === undefined ? stake : payoutOnSum(leaf.selections, multipliersOfTable(table), sumOf(dice));
  const values = { stakeMinor: String(stake), payoutMinor: String(paid) };
  if (options.payoutMinor !== undefined && options.payoutMinor !== String(paid)) return refuted('payout', values);
  return holds(values);
}

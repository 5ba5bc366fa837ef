/**
 * Runs the cases of `vectors/*.json` against the package. No test runner and nothing of Node in here: the same function
 * runs in a browser.
 */
import {
  type Canonical,
  type Chain,
  canonicalJson,
  chainKind,
  commitmentOf,
  decodeEntry,
  diceOfSeed,
  drawDice,
  drawIdOf,
  encodeEntry,
  entryHash,
  fromHex,
  type InclusionClaim,
  inclusionProof,
  isBet,
  isPeriodLength,
  leafHash,
  lockTime,
  merkleRoot,
  parseCanonical,
  parseDrawId,
  parseSlipLeafData,
  periodAt,
  type ReceiptClaim,
  roundFor,
  type SlipLeaf,
  slipLeafData,
  timeOfRound,
  toHex,
  verifyBeaconRound,
  verifyBeaconRounds,
  verifyInclusion,
  verifyInclusionHex,
  verifyReceipt,
} from '../src/index.ts';
import {
  type Ed25519Vectors,
  type PayoutVectors,
  type ReceiptTextVectors,
  runEd25519,
  runPayouts,
  runReceiptTexts,
} from './bet-vectors.ts';
import { compare, TYPE_ERROR, type VectorResult } from './compare.ts';
import { type LogVectors, runLog } from './log-vectors.ts';

export type { VectorResult } from './compare.ts';

/** The parsed files, by name. */
export interface Vectors {
  beacon: unknown;
  canonical: unknown;
  dice: unknown;
  ed25519: unknown;
  log: unknown;
  merkle: unknown;
  payouts: unknown;
  receipt: unknown;
  receiptText: unknown;
  schedule: unknown;
}

interface Named {
  name: string;
}

interface BeaconVectors {
  chains: Record<string, Chain>;
  signatures: (Named & { chain: string; round: number; signature: string; valid: boolean })[];
  kinds: (Named & { chain: Chain; kind: string })[];
}

interface CanonicalVectors {
  texts: { text: string; valid: boolean }[];
  entries: (Named & { body: string; valid: boolean; hash?: string })[];
}

interface DrawCase extends Named {
  chainHash: string;
  round: number;
  signature: string;
  drawId: string;
}

interface DiceVectors {
  draws: (DrawCase & { seed: string; dice: number[] })[];
  seeds: (Named & { seed: string; dice: number[] })[];
  malformed: DrawCase[];
}

interface MerkleVectors {
  trees: (Named & { leaves: string[]; root: string })[];
  proofs: (Named & InclusionClaim<string> & { valid: boolean })[];
}

interface LeafCase extends Omit<SlipLeaf, 'selections'> {
  selections: { bet: string; stakeMinor: string }[];
}

interface SlipCase extends Named {
  leaf: LeafCase;
  userName: string;
  salt: string;
  leafData: string;
  leafHash: string;
  publicKey: string;
  signature: string;
}

interface ReceiptVectors {
  slips: SlipCase[];
  receipts: (Named & ReceiptClaim & { valid: boolean })[];
  malformedLeafData: (Named & { leafData: string })[];
}

interface ScheduleCase extends Named {
  key: string;
  period: number;
  periodSeconds: number;
  genesis: number;
  beaconPeriod: number;
  drawId: string;
  tLock: number;
  round: number;
  roundTime: number;
}

interface ScheduleVectors {
  schedules: ScheduleCase[];
  drawIds: { drawId: string; valid: boolean }[];
  periods: { now: number; periodSeconds: number; period: number }[];
  periodLengths: { periodSeconds: number; beaconPeriod: number; valid: boolean }[];
}

export function runVectors(vectors: Vectors): VectorResult[] {
  return [
    ...runBeacon(vectors.beacon as BeaconVectors),
    ...runCanonical(vectors.canonical as CanonicalVectors),
    ...runDice(vectors.dice as DiceVectors),
    ...runEd25519(vectors.ed25519 as Ed25519Vectors),
    ...runLog(vectors.log as LogVectors),
    ...runMerkle(vectors.merkle as MerkleVectors),
    ...runPayouts(vectors.payouts as PayoutVectors, tableBody(vectors.canonical as CanonicalVectors)),
    ...runReceipt(vectors.receipt as ReceiptVectors),
    ...runReceiptTexts(vectors.receiptText as ReceiptTextVectors),
    ...runSchedule(vectors.schedule as ScheduleVectors),
  ];
}

function tableBody({ entries }: CanonicalVectors): string {
  const table = entries.find(({ body, valid }) => valid && body.includes('"type":"table"'));
  if (table === undefined) throw new Error('the vectors hold no table');
  return table.body;
}

function runBeacon({ chains, signatures, kinds }: BeaconVectors): VectorResult[] {
  const singly = signatures.map(({ name, chain, round, signature, valid }) =>
    compare(`beacon: ${name}`, valid, () => verifyBeaconRound(chains[chain] as Chain, round, signature)),
  );
  const batched = Object.entries(chains).map(([name, chain]) => {
    const rounds = signatures.filter((given) => given.chain === name);
    const expected = rounds.map(({ valid }) => valid);
    return compare(`beacon: all of ${name} at once`, expected, () => verifyBeaconRounds(chain, rounds));
  });
  return [
    ...singly,
    ...batched,
    ...kinds.map(({ name, chain, kind }) => compare(`beacon kind: ${name}`, kind, () => chainKind(chain))),
  ];
}

function runCanonical({ texts, entries }: CanonicalVectors): VectorResult[] {
  const results = texts.map(({ text, valid }) =>
    compare(`canonical: ${JSON.stringify(text)}`, valid ? text : TYPE_ERROR, () => canonicalJson(parseCanonical(text))),
  );
  for (const { name, body, valid, hash } of entries) {
    results.push(compare(`entry: ${name}`, valid ? body : TYPE_ERROR, () => encodeEntry(decodeEntry(body))));
    if (!valid) continue;
    results.push(
      compare(`entry hash: ${name}`, hash, () => entryHash(body)),
      compare(`entry as a value: ${name}`, body, () => canonicalJson(decodeEntry(body) as unknown as Canonical)),
    );
  }
  return results;
}

function runDice({ draws, seeds, malformed }: DiceVectors): VectorResult[] {
  return [
    ...draws.map(({ name, seed, dice, ...input }) => compare(`dice: ${name}`, { seed, dice }, () => drawDice(input))),
    ...seeds.map(({ name, seed, dice }) => compare(`dice: ${name}`, dice, () => diceOfSeed(fromHex(seed)))),
    ...malformed.map(({ name, ...input }) => compare(`dice refused: ${name}`, TYPE_ERROR, () => drawDice(input))),
  ];
}

function runMerkle({ trees, proofs }: MerkleVectors): VectorResult[] {
  const roots = trees.map(({ name, leaves, root }) =>
    compare(`tree: ${name}`, root, () => toHex(merkleRoot(leaves.map((data) => leafHash(fromHex(data)))))),
  );
  const paths = trees.flatMap(({ name, leaves, root }) => {
    const hashes = leaves.map((data) => leafHash(fromHex(data)));
    return hashes.map((hash, index) =>
      compare(`path: ${name}, leaf ${index}`, true, () => {
        const proof = inclusionProof(hashes, index);
        return verifyInclusion({ leafHash: hash, index, size: hashes.length, proof, root: fromHex(root) });
      }),
    );
  });
  const claims = proofs.map(({ name, valid, ...claim }) =>
    compare(`inclusion: ${name}`, valid, () => verifyInclusionHex(claim)),
  );
  return [...roots, ...paths, ...claims];
}

function runReceipt({ slips, receipts, malformedLeafData }: ReceiptVectors): VectorResult[] {
  return [
    ...slips.flatMap(runSlip),
    ...receipts.map(({ name, valid, ...claim }) => compare(`receipt: ${name}`, valid, () => verifyReceipt(claim))),
    ...malformedLeafData.map(({ name, leafData }) =>
      compare(`leaf data refused: ${name}`, null, () => parseSlipLeafData(fromHex(leafData))),
    ),
  ];
}

function runSlip(slip: SlipCase): VectorResult[] {
  const { name, userName, salt, leafData, signature, publicKey } = slip;
  return [
    compare(`slip: ${name}, commitment`, slip.leaf.commitment, () => commitmentOf(userName, salt)),
    compare(`slip: ${name}, leaf data`, leafData, () => toHex(slipLeafData(leafOf(slip.leaf)))),
    compare(`slip: ${name}, leaf hash`, slip.leafHash, () => toHex(leafHash(fromHex(leafData)))),
    compare(`slip: ${name}, read back`, slip.leaf, () => caseOf(parseSlipLeafData(fromHex(leafData)))),
    compare(`slip: ${name}, receipt`, true, () => verifyReceipt({ leafData, signature, publicKey, userName, salt })),
  ];
}

function leafOf(leaf: LeafCase): SlipLeaf {
  const selections = leaf.selections.map(({ bet, stakeMinor }) => {
    if (!isBet(bet)) throw new TypeError('unknown bet');
    return { bet, stakeMinor: BigInt(stakeMinor) };
  });
  return { ...leaf, selections };
}

function caseOf(leaf: SlipLeaf | null): LeafCase | null {
  if (leaf === null) return null;
  return {
    ...leaf,
    selections: leaf.selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) })),
  };
}

function runSchedule({ schedules, drawIds, periods, periodLengths }: ScheduleVectors): VectorResult[] {
  return [
    ...schedules.map((given) => {
      const { name, key, period, periodSeconds, drawId, tLock, round, roundTime } = given;
      const clock = { genesis: given.genesis, period: given.beaconPeriod };
      return compare(`schedule: ${name}`, { drawId, parts: { key, period }, tLock, round, roundTime }, () => ({
        drawId: drawIdOf(key, period),
        parts: parseDrawId(drawId),
        tLock: lockTime(period, periodSeconds),
        round: roundFor(tLock, clock),
        roundTime: timeOfRound(round, clock),
      }));
    }),
    ...drawIds.map(({ drawId, valid }) =>
      compare(`draw id: ${JSON.stringify(drawId)}`, valid, () => parseDrawId(drawId) !== null),
    ),
    ...periods.map(({ now, periodSeconds, period }) =>
      compare(`period at ${now} of ${periodSeconds} s`, period, () => periodAt(now, periodSeconds)),
    ),
    ...periodLengths.map(({ periodSeconds, beaconPeriod, valid }) =>
      compare(`period of ${periodSeconds} s on ${beaconPeriod} s`, valid, () =>
        isPeriodLength(periodSeconds, beaconPeriod),
      ),
    ),
  ];
}

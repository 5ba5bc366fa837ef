import { hash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import {
  BEACON_SCHEME,
  BookAuditor,
  type Chain,
  drawDice,
  type Entry,
  encodeEntry,
  entryHash,
  fairMultiplier,
  localChainHash,
  lockTime,
  merkleRootPacked,
  roundFor,
  roundPoint,
  SUM_BETS,
  toHex,
  verifyBeaconRound,
} from '@tercet/fair';
import { report } from '../kit/measure.ts';

const DRAWS = 512;
const SINGLE = 40;
const LEAVES = 1_000_000;
const HASH_BYTES = 32;
const NODE_BYTES = 65;
const ROUNDS = 3;
const GENESIS = 1_767_225_600;
const FIRST_PERIOD = 30_000_000;
/** When the last draw is out. */
const END_MS = (lockTime(FIRST_PERIOD + DRAWS - 1, 60) + 20) * 1000;

/** Audits a book of draws with beacon signatures, and computes roots over a million leaves, each on one core. */
export async function verifyBook(): Promise<void> {
  await draws();
  leaves();
}

async function draws(): Promise<void> {
  const { bodies, chain, signed } = bookOfDraws();
  const single = perSecond(SINGLE, () => {
    for (const { round, signature } of signed.slice(0, SINGLE)) {
      if (!verifyBeaconRound(chain, round, signature)) throw new Error('a valid signature was refused');
    }
  });
  const audited = perSecond(DRAWS, () => {
    const auditor = new BookAuditor();
    for (const body of bodies) auditor.add(body);
    const { draws, findings } = auditor.finish(END_MS);
    if (draws !== DRAWS || findings.length > 0) throw new Error(`${draws} draws, ${findings.length} findings`);
  });
  report('verify-book', audited, 'draws/s', single);
}

/** Periods of one table, each sealed and drawn, signed by a beacon with a temporary key. */
function bookOfDraws() {
  const secretKey = new Uint8Array(32).fill(9);
  const publicKey = bls12_381.shortSignatures.getPublicKey(secretKey).toHex(true);
  const chain: Chain = {
    hash: localChainHash(publicKey, GENESIS, 3),
    publicKey,
    period: 3,
    genesis: GENESIS,
    scheme: BEACON_SCHEME,
  };
  const table = tableOf(chain);
  const tableHash = entryHash(encodeEntry(table));
  const entries: Entry[] = [table];
  const signed: { round: number; signature: string }[] = [];
  for (let period = FIRST_PERIOD; period < FIRST_PERIOD + DRAWS; period++) {
    const drawId = `dice-60/${period}`;
    const round = roundFor(lockTime(period, 60), chain);
    const signature = bls12_381.shortSignatures.sign(roundPoint(round), secretKey).toHex(true);
    const { dice } = drawDice({ chainHash: chain.hash, round, signature, drawId });
    const [a, b, c] = dice.map(String) as [string, string, string];
    entries.push({ type: 'seal', draw_id: drawId, root: '00'.repeat(32), count: '0', table: tableHash });
    entries.push({ type: 'draw', draw_id: drawId, round: String(round), signature, dice: [a, b, c] });
    signed.push({ round, signature });
  }
  return { bodies: entries.map(encodeEntry), chain, signed };
}

function tableOf(chain: Chain): Entry {
  return {
    type: 'table',
    key: 'dice-60',
    period_seconds: '60',
    first_period: String(FIRST_PERIOD),
    chain_hash: chain.hash,
    public_key: chain.publicKey,
    scheme: chain.scheme,
    genesis: String(chain.genesis),
    beacon_period: '3',
    beacon_kind: 'local',
    multipliers: Object.fromEntries(SUM_BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))])),
    stake_min: '100',
    stake_max: '1000000',
    slip_max: '5000000',
    member_cap: '100000000',
    period_cap: '1000000000',
    min_balance: '0',
    receipt_key: '00'.repeat(32),
    witnesses: [],
    quorum: '0',
    build: 'bench',
    origin: 'bench.example/book',
  };
}

/** The floor hashes as many inputs of the same length. The difference is the tree's own cost. */
function leaves(): void {
  const packed = new Uint8Array(LEAVES * HASH_BYTES);
  for (let at = 0; at < packed.length; at += 4) packed[at] = at % 251;
  const native = (bytes: Uint8Array): string => hash('sha256', bytes, 'binary');
  const input = new Uint8Array(NODE_BYTES);
  const bare = perSecond(LEAVES, () => {
    for (let n = 0; n < LEAVES; n++) {
      input[1] = n & 255;
      native(input);
    }
  });
  const tree = perSecond(LEAVES, () => {
    if (toHex(merkleRootPacked(packed, LEAVES, native)).length !== 64) throw new Error('no root');
  });
  report('merkle-leaves', tree, 'leaves/s', bare);
}

/** The best of some rounds after a warm-up. */
function perSecond(count: number, work: () => void): number {
  work();
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    best = Math.max(best, count / ((performance.now() - start) / 1_000));
  }
  return best;
}

/** Forgeries with keys of the house's own: voids, tables, and whole draws with a book. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  BEACON_SCHEME,
  type BookEntry,
  type BookEvidence,
  type Chain,
  checkpointText,
  type Dice,
  type DrawProof,
  decodeEntryAs,
  drawDice,
  type Entry,
  encodeEntry,
  entryHash,
  formatNote,
  formatSignature,
  inclusionProof,
  leafHash,
  localChainHash,
  MerkleFrontier,
  merkleRoot,
  NOTE_ED25519,
  noticeMessage,
  parseVerifierKey,
  roundFor,
  roundPoint,
  type TableEntry,
  timeOfRound,
  toHex,
  utf8,
  verifierKeyOf,
} from '@tercet/fair';

const LOG_SEED = new Uint8Array(32).fill(0x66);
const BEACON_KEY = new Uint8Array(32).fill(0x68);
const BEACON_TRIES = 4096;
const BEACON_GENESIS = 1_767_225_600;
const BEACON_PERIOD = 30;

export interface ForgedKey {
  vkey: string;
  sign(message: Uint8Array): Uint8Array;
}

/** A key of the house's own under the name of the club's log. */
export function forgedLogKey(origin: string): ForgedKey {
  const { secretKey, publicKey } = ed25519.keygen(LOG_SEED);
  return {
    vkey: verifierKeyOf(origin, NOTE_ED25519, toHex(publicKey)),
    sign: (message) => ed25519.sign(message, secretKey),
  };
}

export function entryOf(entry: Entry, seq: number): BookEntry {
  const body = encodeEntry(entry);
  return { seq, type: entry.type, hash: entryHash(body), body, atMs: 0 };
}

export function tableOf(draw: DrawProof): TableEntry {
  return decodeEntryAs('table', draw.table.entry.body);
}

/** A forged void of a draw. No book contains it. */
export function forgedVoid(draw: DrawProof): BookEntry {
  const entry: Entry = { type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: draw.table.hash };
  return entryOf(entry, (draw.entries.draw?.seq ?? draw.table.entry.seq) + 1);
}

/** The draw as if it were void. */
export function asVoid(draw: DrawProof): DrawProof {
  const nothing = { dice: null, root: null, slipCount: null, signature: null, seed: null };
  return { ...draw, ...nothing, entries: { seal: null, draw: null, void: forgedVoid(draw) } };
}

/** A checkpoint over entries, signed with the given key. */
function signedNote(key: ForgedKey, origin: string, bodies: readonly string[]): string {
  return noteOf(key, { origin, size: bodies.length, root: toHex(merkleRoot(leavesOf(bodies))) });
}

export function noteOf(key: ForgedKey, checkpoint: { origin: string; size: number; root: string }): string {
  const text = checkpointText(checkpoint);
  const parsed = parseVerifierKey(key.vkey);
  if (parsed === null) throw new Error('not a key');
  return formatNote(text, [formatSignature(parsed, key.sign(utf8(text)))]);
}

/** A notice that changes the log's key to another key of the house. The club's key did not sign it. */
export function forgedNotice(oldKey: string, next: ForgedKey): string {
  const notice = {
    type: 'notice-of-change',
    what: 'book-key',
    old_key: oldKey,
    new_key: next.vkey,
    from: '1767225600',
  } as const;
  return encodeEntry({ ...notice, signature: toHex(next.sign(noticeMessage(notice))) });
}

/**
 * The same draw with the dice 6-6-6: a beacon key found by trying, a table that names it, and a book of three entries
 * with plausibly timed checkpoints. `logKey` signs that book; no witness does.
 */
export function forgedDraw(draw: DrawProof, logKey: ForgedKey): DrawProof {
  const honest = tableOf(draw);
  const { chain, signature, round, seed, dice } = sixes(draw);
  const table = entryOf({ ...honest, ...chainFields(chain), witnesses: [], quorum: '0' }, 0);
  const root = draw.root ?? toHex(merkleRoot([]));
  const seal = entryOf(
    { type: 'seal', draw_id: draw.drawId, root, count: String(draw.slipCount ?? 0), table: table.hash },
    1,
  );
  const drawn = entryOf(
    { type: 'draw', draw_id: draw.drawId, round: String(round), signature, dice: textsOf(dice) },
    2,
  );
  const book = forgedBook([table, seal, drawn], {
    logKey,
    origin: honest.origin,
    locksAtMs: draw.locksAtMs,
    opensAtMs: draw.locksAtMs - draw.periodSeconds * 1000,
    drawsAtMs: timeOfRound(round, chain) * 1000,
  });
  return {
    ...draw,
    root,
    slipCount: draw.slipCount ?? 0,
    chain,
    round,
    signature,
    seed,
    dice,
    table: { hash: table.hash, entry: table },
    entries: { seal, draw: drawn, void: null },
    book,
  };
}

interface BookTerms {
  logKey: ForgedKey;
  origin: string;
  opensAtMs: number;
  locksAtMs: number;
  drawsAtMs: number;
}

function forgedBook(entries: readonly BookEntry[], terms: BookTerms): BookEvidence {
  const { logKey, origin, opensAtMs, locksAtMs, drawsAtMs } = terms;
  const bodies = entries.map(({ body }) => body);
  const seen = (size: number, atMs: number) => ({ note: signedNote(logKey, origin, bodies.slice(0, size)), atMs });
  const place = (index: number, size: number) => ({
    index,
    proof: inclusionProof(leavesOf(bodies.slice(0, size)), index).map(toHex),
  });
  const tree = new MerkleFrontier();
  for (const leaf of leavesOf(bodies.slice(0, 1))) tree.append(leaf);
  return {
    logKey: logKey.vkey,
    notices: [],
    noticed: null,
    table: { checkpoint: seen(1, opensAtMs - 5000), place: place(0, 1) },
    before: seen(1, locksAtMs - 2000),
    inTime: seen(2, locksAtMs + 2000),
    peaks: tree.peaks().map(toHex),
    entries: bodies.slice(1, 2),
    after: { checkpoint: seen(3, drawsAtMs + 1000), draw: place(2, 3), void: null },
  };
}

/**
 * A beacon whose round of the draw gives 6-6-6. One signature works for all genesis times that give the same round
 * number.
 */
function sixes({ drawId, locksAtMs, periodSeconds }: DrawProof) {
  const publicKey = bls12_381.shortSignatures.getPublicKey(BEACON_KEY).toHex(true);
  const period = periodSeconds % BEACON_PERIOD === 0 ? BEACON_PERIOD : periodSeconds;
  const signatures = new Map<number, string>();
  for (let turn = 0; turn < BEACON_TRIES; turn++) {
    const genesis = BEACON_GENESIS - turn;
    const hash = localChainHash(publicKey, genesis, period);
    const chain: Chain = { hash, publicKey, period, genesis, scheme: BEACON_SCHEME };
    const round = roundFor(locksAtMs / 1000, chain);
    const signature =
      signatures.get(round) ?? bls12_381.shortSignatures.sign(roundPoint(round), BEACON_KEY).toHex(true);
    signatures.set(round, signature);
    const { seed, dice } = drawDice({ chainHash: hash, round, signature, drawId });
    if (dice.every((die) => die === 6)) return { chain, round, signature, seed, dice };
  }
  throw new Error('no genesis gave three sixes');
}

function chainFields({ hash, publicKey, period, genesis, scheme }: Chain) {
  return {
    chain_hash: hash,
    public_key: publicKey,
    beacon_period: String(period),
    genesis: String(genesis),
    scheme,
    beacon_kind: 'local' as const,
  };
}

function textsOf([a, b, c]: Dice): [string, string, string] {
  return [String(a), String(b), String(c)];
}

function leavesOf(bodies: readonly string[]): Uint8Array[] {
  return bodies.map((body) => leafHash(utf8(body)));
}

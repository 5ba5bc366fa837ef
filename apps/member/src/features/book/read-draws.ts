import {
  type Checkpoint,
  countDraws,
  type Dice,
  type DrawCounts,
  decodeBundle,
  decodeEntryAs,
  diceOfEntry,
  fromHex,
  inclusionFromTiles,
  leafHash,
  parseDrawId,
  type ReadTile,
  TILE_WIDTH,
  verifyInclusion,
} from '@tercet/fair';

/** Where to read the book's entries. Each call throws without an answer. */
export interface EntrySource {
  /** The bundle `index`, with at least `width` entries. */
  bundle(index: number, width: number): Promise<Uint8Array>;
  tile: ReadTile;
}

export interface DrawsWanted {
  key: string;
  /** Limit: at most this many of the newest draws. */
  draws: number;
}

export interface DrawsRead {
  counts: DrawCounts;
  /** Number of entries that were read and hashed. */
  entries: number;
  /** The earliest period among the draws; null without a draw. */
  firstPeriod: number | null;
  /** True if reading stopped at the entry limit, before it found all draws or reached the start of the book. */
  cutShort: boolean;
}

export interface DrawsProgress {
  draws: number;
  entries: number;
}

/** The bundle is not in the book: the server sent something else than the house signed. */
export class BundleRefused extends Error {}

/** Limit of bundles, newest first: about 200,000 entries. */
const BUNDLES_MAX = 800;
const AHEAD = 4;
const text = new TextDecoder();

/**
 * The newest draws of a table, from the book's own entries. Hashes each bundle and proves it in the checkpoint's tree
 * before its draws count.
 *
 * Throws `BundleRefused` for a bundle that is not in the tree.
 */
export async function readDraws(
  source: EntrySource,
  checkpoint: Pick<Checkpoint, 'size' | 'root'>,
  wanted: DrawsWanted,
  onProgress: (progress: DrawsProgress) => void,
): Promise<DrawsRead> {
  const last = Math.ceil(checkpoint.size / TILE_WIDTH) - 1;
  const first = Math.max(0, last - BUNDLES_MAX + 1);
  const found: Dice[] = [];
  let firstPeriod: number | null = null;
  let entries = 0;
  for await (const { index, bytes } of newestFirst(source, checkpoint.size, first)) {
    const bodies = await provenBodies(source, checkpoint, index, bytes);
    entries += bodies.length;
    for (const body of [...bodies].reverse()) {
      const draw = found.length < wanted.draws ? drawOf(body, wanted.key) : null;
      if (draw === null) continue;
      found.push(draw.dice);
      firstPeriod = draw.period;
    }
    onProgress({ draws: found.length, entries });
    if (found.length >= wanted.draws) break;
  }
  const cutShort = found.length < wanted.draws && first > 0;
  return { counts: countDraws(found), entries, firstPeriod, cutShort };
}

/** Bundles from the last one down to `first`. Requests the next few in advance. */
async function* newestFirst(source: EntrySource, size: number, first: number) {
  const requests: { index: number; bytes: Promise<Uint8Array> }[] = [];
  let next = Math.ceil(size / TILE_WIDTH) - 1;
  try {
    while (next >= first || requests.length > 0) {
      while (next >= first && requests.length < AHEAD) {
        const bytes = source.bundle(next, Math.min(TILE_WIDTH, size - next * TILE_WIDTH));
        requests.push({ index: next, bytes });
        next -= 1;
      }
      const head = requests.shift();
      if (head !== undefined) yield { index: head.index, bytes: await head.bytes };
    }
  } finally {
    // Ignore failures of requests that are no longer needed.
    for (const { bytes } of requests) bytes.catch(() => {});
  }
}

/**
 * The verified bodies of a bundle. The inclusion path of the first entry includes the hashes of all others, so it
 * verifies only if every entry is as signed.
 */
export async function provenBodies(
  source: EntrySource,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  index: number,
  bytes: Uint8Array,
): Promise<string[]> {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
  const bodies = decodeBundle(bytes)?.slice(0, width);
  if (bodies?.length !== width) throw new BundleRefused(`bundle ${index} has another length`);
  const leaves = bodies.map((body) => leafHash(body));
  const own = new Uint8Array(leaves.length * 32);
  for (const [place, leaf] of leaves.entries()) own.set(leaf, place * 32);
  const tile: ReadTile = async (level, at, wide) => (level === 0 && at === index ? own : source.tile(level, at, wide));
  const place = index * TILE_WIDTH;
  const proof = await inclusionFromTiles(place, size, tile);
  const [leaf] = leaves;
  const claim = { index: place, size, proof, root: fromHex(root) };
  if (leaf === undefined || !verifyInclusion({ ...claim, leafHash: leaf })) {
    throw new BundleRefused(`bundle ${index} is not in the book`);
  }
  return bodies.map((body) => text.decode(body));
}

/** The dice of a draw of this table; null for every other entry. In canonical JSON the field `dice` comes first. */
function drawOf(body: string, key: string): { dice: Dice; period: number } | null {
  if (!body.startsWith(`{"dice":[`) || !body.includes(`"draw_id":"${key}/`)) return null;
  const entry = decodeEntryAs('draw', body);
  const parsed = parseDrawId(entry.draw_id);
  return parsed === null || parsed.key !== key ? null : { dice: diceOfEntry(entry), period: parsed.period };
}

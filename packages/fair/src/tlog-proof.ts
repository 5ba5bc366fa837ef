/**
 * A text that proves offline that an entry is in a log: c2sp.org/tlog-proof@v1. It holds the entry's index, the path to
 * the root, and the checkpoint with its signatures and cosignatures.
 */
import { fromBase64, fromHex, toBase64, toHex } from './bytes.ts';
import { parseCheckpointText } from './checkpoint.ts';
import { parseNote } from './note.ts';

export interface TlogProof {
  index: number;
  /** From the entry's sibling up, each 32 bytes in hex. */
  proof: readonly string[];
  /** The signed note, to the byte. */
  checkpoint: string;
  /** Optional application data. Not authenticated. */
  extra?: Uint8Array;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
const INDEX_PATTERN = /^index (0|[1-9][0-9]{0,15})$/;
const HASH_BYTES = 32;
/** Most hashes in a proof: the most levels that a tree of ours has. */
const HASHES_MAX = 53;
const TEXT_LENGTH_MAX = 2_000_000;

/** The text of a proof. Throws a TypeError on what `parseProof` would refuse. */
export function formatProof({ index, proof, checkpoint, extra }: TlogProof): string {
  const hashes = proof.map((hash) => toBase64(fromHex(hash, HASH_BYTES)));
  const extraLine = extra === undefined ? [] : [`extra ${toBase64(extra)}`];
  const text = `${[HEADER, ...extraLine, `index ${index}`, ...hashes].join('\n')}\n\n${checkpoint}`;
  if (parseProof(text) === null) throw new TypeError('no proof has these parts');
  return text;
}

/**
 * Parses a proof without verifying it; use `openCheckpoint`, `metPolicyAt` and `verifyInclusionHex`. Null on anything
 * malformed, including an index outside the checkpoint's tree.
 */
export function parseProof(text: unknown): TlogProof | null {
  if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX) return null;
  const split = text.indexOf('\n\n');
  if (split < 0) return null;
  const [header, ...lines] = text.slice(0, split).split('\n');
  const extra = readExtra(lines[0]);
  if (extra !== undefined) lines.shift();
  const index = Number(INDEX_PATTERN.exec(lines.shift() ?? '')?.[1] ?? Number.NaN);
  const proof = lines.map(readHash);
  const checkpoint = text.slice(split + 2);
  const size = parseCheckpointText(parseNote(checkpoint)?.text ?? '')?.size;
  if (header !== HEADER || extra === null || proof.length > HASHES_MAX || !proof.every((hash) => hash !== null))
    return null;
  if (!Number.isSafeInteger(index) || size === undefined || index >= size) return null;
  return { index, proof, checkpoint, ...(extra && { extra }) };
}

/** Undefined where the line is another one, null where it holds nothing proper. */
function readExtra(line: string | undefined): Uint8Array | null | undefined {
  if (!line?.startsWith('extra ')) return undefined;
  const bytes = fromBase64(line.slice('extra '.length));
  return bytes?.length ? bytes : null;
}

function readHash(line: string): string | null {
  const bytes = fromBase64(line);
  return bytes?.length === HASH_BYTES ? toHex(bytes) : null;
}

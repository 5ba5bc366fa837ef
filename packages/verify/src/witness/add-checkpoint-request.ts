import { emptyRoot, fromBase64, parseCheckpointText, parseNote, type SignedNote, toBase64, toHex } from '@tercet/fair';

/** The body of an `add-checkpoint` request (c2sp.org/tlog-witness), well-formed but not verified. */
export interface AddCheckpointRequest {
  oldSize: number;
  /** Hashes of the consistency proof, in hex. */
  proof: readonly string[];
  /** The whole note as received. */
  note: string;
  signed: SignedNote;
  origin: string;
  size: number;
  /** 32 bytes in hex. */
  root: string;
}

const PROOF_LINES_MAX = 63;
const HASH_BYTES = 32;
const OLD_PATTERN = /^old (0|[1-9][0-9]{0,15})$/;

/**
 * Parses a request body. Null on anything malformed. Accepts a wrong root for an empty tree: that gets its own
 * response.
 */
export function parseAddCheckpoint(body: string): AddCheckpointRequest | null {
  const end = body.indexOf('\n\n');
  if (end < 0) return null;
  const [first = '', ...hashes] = body.slice(0, end).split('\n');
  const oldSize = Number(OLD_PATTERN.exec(first)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(oldSize) || hashes.length > PROOF_LINES_MAX) return null;
  const proof: string[] = [];
  for (const line of hashes) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return null;
    proof.push(toHex(hash));
  }
  const note = body.slice(end + 2);
  const signed = parseNote(note);
  const checkpoint = signed && parseCheckpoint(signed.text);
  return signed && checkpoint ? { oldSize, proof, note, signed, ...checkpoint } : null;
}

function parseCheckpoint(text: string) {
  const lines = text.split('\n');
  if (lines[1] !== '0') return parseCheckpointText(text);
  const root = fromBase64(lines[2]);
  const parsed = parseCheckpointText(lines.with(2, toBase64(emptyRoot())).join('\n'));
  return parsed && root?.length === HASH_BYTES ? { ...parsed, root: toHex(root) } : null;
}

/**
 * Runs the cases of `vectors/log.json`: notes, checkpoints, cosignatures, consistency, tiles and whole proofs. A case
 * with a `source` was published there. Uses nothing of Node.
 */
import {
  type Checkpoint,
  type ConsistencyClaim,
  type Cosignature,
  checkpointText,
  consistencyProofHex,
  cosignaturesOf,
  decodeBundle,
  encodeBundle,
  entriesPath,
  formatNote,
  formatProof,
  formatSignature,
  fromHex,
  inclusionProofHex,
  isSignedBy,
  leafHash,
  merkleRootHex,
  metPolicyAt,
  openCheckpoint,
  parseCheckpointText,
  parseNote,
  parseProof,
  parseTilePath,
  parseVerifierKey,
  type TileName,
  type TlogProof,
  tilePath,
  tilesOfSize,
  toHex,
  utf8,
  type VerifierKey,
  verifierKeyOf,
  verifyConsistencyHex,
  verifyInclusionHex,
} from '../src/index.ts';
import { compare, type VectorResult } from './compare.ts';

interface Case {
  name: string;
  source?: string;
}

interface NoteCase extends Case {
  note: string;
  /** Lines as pairs of name and key id. */
  parsed: { text: string; lines: [string, string][] } | null;
  signers: { vkey: string; valid: boolean }[];
}

interface CosignedCase extends Case {
  note: string;
  witnesses: string[];
  found: Cosignature[];
  met: { quorum: number; at: number | null }[];
}

interface ProofCase extends Case {
  text: string;
  /** `extra` is hex or null; `entry` is the proven entry. */
  parsed: { index: number; proof: string[]; checkpoint: string; extra: string | null; entry: string } | null;
}

interface LogCase extends Case {
  logKey: string;
  entries: string[];
  checkpoints: string[];
}

export interface LogVectors {
  keys: (Case & { vkey: string; key: VerifierKey | null })[];
  notes: NoteCase[];
  checkpoints: (Case & { text: string; checkpoint: Checkpoint | null })[];
  opened: (Case & { note: string; logKeys: string[]; checkpoint: Checkpoint | null })[];
  cosigned: CosignedCase[];
  consistency: (Case & ConsistencyClaim<string> & { valid: boolean })[];
  tilePaths: { path: string; tile: TileName | null }[];
  /** Levels as pairs of full tiles and width of the partial one. */
  tileSizes: { size: number; levels: [number, number][] }[];
  bundles: (Case & { bundle: string; entries: string[] | null })[];
  logs: LogCase[];
  proofs: ProofCase[];
}

export function runLog(vectors: LogVectors): VectorResult[] {
  return [
    ...runKeys(vectors),
    ...vectors.notes.flatMap(runNote),
    ...runCheckpoints(vectors),
    ...vectors.cosigned.flatMap(runCosigned),
    ...runConsistency(vectors),
    ...runTiles(vectors),
    ...vectors.logs.flatMap(runWholeLog),
    ...vectors.proofs.flatMap(runProof),
  ];
}

function runKeys({ keys }: LogVectors): VectorResult[] {
  return keys.flatMap(({ name, vkey, key }) => [
    compare(`key: ${name}`, key, () => parseVerifierKey(vkey)),
    ...(key
      ? [compare(`key written: ${name}`, vkey, () => verifierKeyOf(key.name, key.algorithm, key.publicKey))]
      : []),
  ]);
}

function runNote({ name, note, parsed, signers }: NoteCase): VectorResult[] {
  const signed = parseNote(note);
  const seen = signed && { text: signed.text, lines: signed.signatures.map((line) => [line.name, line.keyId]) };
  const written = () =>
    signed &&
    formatNote(
      signed.text,
      signed.signatures.map((line) => formatSignature(line, line.bytes)),
    );
  return [
    compare(`note: ${name}`, parsed, () => seen),
    ...(parsed ? [compare(`note written: ${name}`, note, written)] : []),
    ...signers.map(({ vkey, valid }) =>
      compare(`note: ${name}, signed by ${vkey}`, valid, () => signed !== null && isSignedBy(signed, vkey)),
    ),
  ];
}

function runCheckpoints({ checkpoints, opened }: LogVectors): VectorResult[] {
  return [
    ...checkpoints.flatMap(({ name, text, checkpoint }) => [
      compare(`checkpoint: ${name}`, checkpoint, () => parseCheckpointText(text)),
      ...(checkpoint
        ? [compare(`checkpoint written: ${name}`, firstLines(text), () => checkpointText(checkpoint))]
        : []),
    ]),
    ...opened.map(({ name, note, logKeys, checkpoint }) =>
      compare(`checkpoint opened: ${name}`, checkpoint, () => openCheckpoint(note, logKeys)),
    ),
  ];
}

function firstLines(text: string): string {
  return `${text.split('\n').slice(0, 3).join('\n')}\n`;
}

function runCosigned({ name, note, witnesses, found, met }: CosignedCase): VectorResult[] {
  return [
    compare(`cosigned: ${name}`, found, () => cosignaturesOf(note, witnesses)),
    ...met.map(({ quorum, at }) =>
      compare(`cosigned: ${name}, quorum ${quorum}`, at, () => metPolicyAt(note, { witnesses, quorum })),
    ),
  ];
}

function runConsistency({ consistency }: LogVectors): VectorResult[] {
  return consistency.map(({ name, valid, ...claim }) =>
    compare(`consistency: ${name}`, valid, () => verifyConsistencyHex(claim)),
  );
}

function runTiles({ tilePaths, tileSizes, bundles }: LogVectors): VectorResult[] {
  return [
    ...tilePaths.map(({ path, tile }) =>
      compare(`tile path: ${JSON.stringify(path)}`, tile, () => parseTilePath(path)),
    ),
    ...tilePaths.flatMap(({ path, tile }) =>
      tile ? [compare(`tile path written: ${path}`, path, () => pathOf(tile))] : [],
    ),
    ...tileSizes.map(({ size, levels }) =>
      compare(`tiles of ${size}`, levels, () => tilesOfSize(size).map(({ full, partial }) => [full, partial])),
    ),
    ...bundles.flatMap(({ name, bundle, entries }) => [
      compare(`bundle: ${name}`, entries, () => decodeBundle(fromHex(bundle))?.map(toHex) ?? null),
      ...(entries
        ? [
            compare(`bundle written: ${name}`, bundle, () =>
              toHex(encodeBundle(entries.map((entry) => fromHex(entry)))),
            ),
          ]
        : []),
    ]),
  ];
}

function pathOf({ level, index, width }: TileName): string {
  return level === 'entries' ? entriesPath(index, width) : tilePath(level, index, width);
}

/** Every checkpoint of a published log matches its entries and extends the one before. */
function runWholeLog({ name, logKey, entries, checkpoints }: LogCase): VectorResult[] {
  const hashes = entries.map((entry) => toHex(leafHash(utf8(entry))));
  const heads = checkpoints.map((note) => openCheckpoint(note, [logKey]));
  return heads.flatMap((head, at) => {
    const before = heads[Math.max(0, at - 1)];
    const from = before?.size ?? -1;
    const to = head?.size ?? -1;
    const claim = { from, to, fromRoot: before?.root ?? '', toRoot: head?.root ?? '' };
    return [
      compare(`log: ${name}, root of ${to}`, head?.root, () => merkleRootHex(hashes.slice(0, to))),
      compare(`log: ${name}, ${from} to ${to}`, true, () =>
        verifyConsistencyHex({ ...claim, proof: consistencyProofHex(hashes, from, to) }),
      ),
      ...hashes.slice(0, Math.max(0, to)).map((hash, index) =>
        compare(`log: ${name}, entry ${index} of ${to}`, true, () => {
          const proof = inclusionProofHex(hashes.slice(0, to), index);
          return verifyInclusionHex({ leafHash: hash, index, size: to, proof, root: head?.root ?? '' });
        }),
      ),
    ];
  });
}

function runProof({ name, text, parsed }: ProofCase): VectorResult[] {
  const proof = parseProof(text);
  if (parsed === null) return [compare(`proof refused: ${name}`, null, () => proof)];
  const { entry, ...parts } = parsed;
  return [
    compare(`proof: ${name}`, parts, () => proof && partsOf(proof)),
    compare(`proof written: ${name}`, text, () => proof && formatProof(proof)),
    compare(`proof holds: ${name}`, true, () => {
      const { size, root } = parseCheckpointText(parseNote(proof?.checkpoint)?.text ?? '') ?? { size: 0, root: '' };
      const hash = toHex(leafHash(utf8(entry)));
      return verifyInclusionHex({ leafHash: hash, index: parts.index, size, proof: proof?.proof ?? [], root });
    }),
  ];
}

function partsOf({ index, proof, checkpoint, extra }: TlogProof): unknown {
  return { index, proof, checkpoint, extra: extra === undefined ? null : toHex(extra) };
}

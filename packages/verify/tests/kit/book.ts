import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkpointText,
  consistencyProof,
  type Entry,
  encodeBundle,
  encodeEntry,
  formatNote,
  formatSignature,
  fromHex,
  leafHash,
  merkleRoot,
  type NoticeOfChangeEntry,
  noticeMessage,
  parseTilePath,
  parseVerifierKey,
  type SealEntry,
  toBase64,
  toHex,
  utf8,
} from '@tercet/fair';
import { type LogKey, logKey } from './key.ts';

/** Placeholder for the table hash of a seal or void. A witness does not read it. */
export const TABLE_HASH = '00'.repeat(32);

/** Alters a response: other bytes, null for "not found", or a promise that never resolves. */
export type Tamper = (bytes: Uint8Array) => Uint8Array | null | Promise<Uint8Array | null>;

/** A small log in memory that signs on request, serves c2sp.org/tlog-tiles and the leaves of seals, and can lie. */
export class TestBook {
  readonly origin: string;
  readonly key: LogKey;
  readonly #seed: number;
  readonly bodies: Uint8Array[] = [];
  readonly #leaves = new Map<string, Uint8Array[]>();
  /** Alterations by path prefix, such as `slips/` or `tile/entries/`. */
  readonly tampers = new Map<string, Tamper>();
  /** Requested paths. */
  readonly asked: string[] = [];

  constructor(origin = 'club.example/tercet', seed = 1) {
    this.origin = origin;
    this.#seed = seed;
    this.key = logKey(origin, seed);
  }

  get size(): number {
    return this.bodies.length;
  }

  texts(): string[] {
    return this.bodies.map((body) => Buffer.from(body).toString());
  }

  /** Another log with the same start and the same key. */
  fork(size = this.size): TestBook {
    const other = new TestBook(this.origin, this.#seed);
    other.bodies.push(...this.bodies.slice(0, size));
    for (const [drawId, leaves] of this.#leaves) other.#leaves.set(drawId, leaves);
    return other;
  }

  append(entry: Entry): this {
    return this.appendRaw(utf8(encodeEntry(entry)));
  }

  appendRaw(body: Uint8Array): this {
    this.bodies.push(body);
    return this;
  }

  /** Appends meaningless entries. */
  appendMany(count: number): this {
    for (let i = 0; i < count; i++) {
      this.append({ type: 'switch', what: 'betting', state: 'on', reason: 'test', from: String(this.size) });
    }
    return this;
  }

  /** Seals a period with a number of slips. */
  seal(drawId: string, count: number, table = TABLE_HASH): SealEntry {
    const leaves = Array.from({ length: count }, (_, i) => leafHash(utf8(`${drawId} ${i}`)));
    this.#leaves.set(drawId, leaves);
    const root = toHex(merkleRoot(leaves));
    const entry: SealEntry = { type: 'seal', draw_id: drawId, root, count: String(count), table };
    this.append(entry);
    return entry;
  }

  /** Announces the next key, signed with `by`. */
  announce(next: LogKey, from: number, by = this.key): this {
    const notice: Omit<NoticeOfChangeEntry, 'signature'> = {
      type: 'notice-of-change',
      what: 'book-key',
      old_key: this.key.vkey,
      new_key: next.vkey,
      from: String(from),
    };
    return this.append({ ...notice, signature: toHex(by.sign(noticeMessage(notice))) });
  }

  root(size = this.size): string {
    return toHex(merkleRoot(this.#hashes(size)));
  }

  /** The signed checkpoint of a size; a false `root` makes it a lie. */
  checkpoint(size = this.size, { key = this.key, root = this.root(size), more = '' } = {}): string {
    const text = checkpointText({ origin: this.origin, size, root }) + more;
    return formatNote(text, [signatureLine(key, text)]);
  }

  proof(from: number, to = this.size): string[] {
    return consistencyProof(this.#hashes(to), from, to).map(toBase64);
  }

  /** The request body for add-checkpoint. */
  request(from: number, to = this.size): string {
    return requestBody(from, this.proof(from, to), this.checkpoint(to));
  }

  async serve(): Promise<ServedBook> {
    const server = createServer(async (request, response) => {
      const path = (request.url ?? '').replace(/^\/book\//, '');
      this.asked.push(path);
      const bytes = this.answer(path);
      const tamper = [...this.tampers].find(([start]) => path.startsWith(start))?.[1];
      send(response, bytes !== null && tamper ? await tamper(bytes) : bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/book`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }

  /** The content at a path below `/book/`. */
  answer(path: string): Uint8Array | null {
    if (path.startsWith('slips/')) {
      const leaves = this.#leaves.get(path.slice('slips/'.length));
      return leaves === undefined ? null : Buffer.concat(leaves);
    }
    const tile = parseTilePath(path);
    if (tile === null) return null;
    const start = tile.index * 256;
    if (tile.level === 'entries') {
      const bodies = this.bodies.slice(start, start + tile.width);
      return bodies.length === tile.width ? encodeBundle(bodies) : null;
    }
    const hashes = this.#level(tile.level).slice(start, start + tile.width);
    return hashes.length === tile.width ? Buffer.concat(hashes) : null;
  }

  #level(level: number): Uint8Array[] {
    let hashes = this.#hashes(this.size);
    for (let at = 0; at < level; at++) {
      const full = Math.floor(hashes.length / 256);
      hashes = Array.from({ length: full }, (_, i) => merkleRoot(hashes.slice(i * 256, (i + 1) * 256)));
    }
    return hashes;
  }

  #hashes(size: number): Uint8Array[] {
    return this.bodies.slice(0, size).map((body) => leafHash(body));
  }
}

export interface ServedBook {
  url: string;
  close(): Promise<void>;
}

export function requestBody(from: number, proof: readonly string[], note: string): string {
  return `${[`old ${from}`, ...proof].join('\n')}\n\n${note}`;
}

/** The signature line of a log's key under a text. */
export function signatureLine(key: LogKey, text: string): string {
  const parsed = parseVerifierKey(key.vkey);
  if (parsed === null) throw new Error('not a key');
  return formatSignature(parsed, key.sign(utf8(text)));
}

export function someHash(text: string): string {
  return toBase64(fromHex(createHash('sha256').update(text).digest('hex')));
}

function send(response: ServerResponse, bytes: Uint8Array | null): void {
  response.writeHead(bytes === null ? 404 : 200, { 'content-type': 'application/octet-stream' });
  response.end(bytes ?? undefined);
}

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  checkpointText,
  encodeBundle,
  encodeEntry,
  entryHash,
  formatNote,
  formatSignature,
  fromHex,
  merkleRoot,
  NOTE_ED25519,
  noticeMessage,
  parseVerifierKey,
  TILE_WIDTH,
  toHex,
  utf8,
  verifierKeyOf,
} from '@tercet/fair';
import { Problem } from '../../api/shared/problem.ts';
import type { BookStore } from './book-store.ts';

/** A log in memory for tests. Signs its entries and serves its files. */

const ORIGIN = 'club.example/tercet';

export interface LogKeys {
  vkey: string;
  sign(text: string): string;
  signBytes(message: Uint8Array): string;
}

export function logKeys(name = ORIGIN): LogKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const vkey = verifierKeyOf(name, NOTE_ED25519, toHex(raw));
  const key = parseVerifierKey(vkey);
  if (key === null) throw new Error('bad key');
  const signed = (message: Uint8Array, by: KeyObject) => new Uint8Array(sign(null, message, by));
  return {
    vkey,
    sign: (text) => formatSignature(key, signed(utf8(text), privateKey)),
    signBytes: (message) => toHex(signed(message, privateKey)),
  };
}

export class Log {
  readonly bodies: string[];
  readonly #hashed: Uint8Array[] = [];

  constructor(bodies: readonly string[] = []) {
    this.bodies = [...bodies];
  }

  add(...bodies: string[]): this {
    this.bodies.push(...bodies);
    return this;
  }

  hashes(size = this.bodies.length): Uint8Array[] {
    for (const body of this.bodies.slice(this.#hashed.length)) this.#hashed.push(fromHex(entryHash(body)));
    return this.#hashed.slice(0, size);
  }

  root(size = this.bodies.length): string {
    return toHex(merkleRoot(this.hashes(size)));
  }

  note(keys: LogKeys, size = this.bodies.length, origin = ORIGIN): string {
    const text = checkpointText({ origin, size, root: this.root(size) });
    return formatNote(text, [keys.sign(text)]);
  }

  /** Serves partial tiles only until the tile is full, as a log may. */
  tile = async (level: number, index: number, width: number): Promise<Uint8Array> => {
    const span = TILE_WIDTH ** level;
    const held = Math.min(TILE_WIDTH, Math.floor(this.bodies.length / span) - index * TILE_WIDTH);
    if (width > held || (width < held && held === TILE_WIDTH)) throw new Problem('not-found', 404);
    const all = this.hashes();
    const tile = new Uint8Array(width * 32);
    for (let place = 0; place < width; place++) {
      const from = (index * TILE_WIDTH + place) * span;
      tile.set(merkleRoot(all.slice(from, from + span)), place * 32);
    }
    return tile;
  };

  bundle = async (index: number, width: number): Promise<Uint8Array> =>
    encodeBundle(this.bodies.slice(index * TILE_WIDTH, index * TILE_WIDTH + width).map((body) => utf8(body)));
}

/** A store in memory, like that of a phone. */
export function memoryStore(): BookStore {
  const stored = new Map<string, string>();
  const read = <T>(key: string) => JSON.parse(stored.get(key) ?? 'null') as T | null;
  return {
    read: async (key) => read(key),
    change: async (key, change) => {
      stored.set(key, JSON.stringify(change(read(key))));
    },
  };
}

/** An entry with unimportant content. */
export function ruleBody(number: number): string {
  return `{"type":"rule","value":"page ${number}"}`;
}

export function manyRules(count: number): string[] {
  return Array.from({ length: count }, (_, number) => ruleBody(number));
}

export function drawBody(drawId: string, dice: readonly [number, number, number]): string {
  const texts = dice.map(String) as [string, string, string];
  return encodeEntry({ type: 'draw', draw_id: drawId, round: '7', signature: 'ab'.repeat(48), dice: texts });
}

export function noticeBody(old: LogKeys, next: LogKeys, from: number, signer = old): string {
  const notice = {
    type: 'notice-of-change',
    what: 'book-key',
    old_key: old.vkey,
    new_key: next.vkey,
    from: String(from),
  } as const;
  return encodeEntry({ ...notice, signature: signer.signBytes(noticeMessage(notice)) });
}

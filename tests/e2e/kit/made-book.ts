import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import {
  checkpointText,
  encodeBundle,
  entryHash,
  formatNote,
  formatSignature,
  fromHex,
  merkleRoot,
  NOTE_ED25519,
  parseTilePath,
  parseVerifierKey,
  TILE_WIDTH,
  toHex,
  utf8,
  verifierKeyOf,
} from '@tercet/fair';
import type { Club } from './club.ts';

/** A key that signs checkpoints. */
export interface BookKey {
  vkey: string;
  note(origin: string, size: number, root: string): string;
}

/** The club's own key: the operator can sign anything. */
export function bookKeyOf(club: Club, origin: string): BookKey {
  return keyOf(createPrivateKey(readFileSync(join(club.dataDir, 'keys/book-key.pem'))), origin);
}

function freshBookKey(origin: string): BookKey {
  return keyOf(generateKeyPairSync('ed25519').privateKey, origin);
}

function keyOf(privateKey: KeyObject, origin: string): BookKey {
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  const vkey = verifierKeyOf(origin, NOTE_ED25519, toHex(raw));
  const key = parseVerifierKey(vkey);
  if (key === null) throw new Error('not a key of a book');
  return {
    vkey,
    note(of, size, root) {
      const text = checkpointText({ origin: of, size, root });
      return formatNote(text, [formatSignature(key, new Uint8Array(sign(null, utf8(text), privateKey)))]);
    },
  };
}

/** A forged book, served to one phone in place of the club's. */
export interface MadeBook {
  bodies: string[];
  root(): string;
  /** The signed checkpoint of the whole book. */
  note(): string;
  /** Serves this book to a phone from now on. */
  serve(context: BrowserContext): Promise<void>;
}

export function makeBook(origin: string, bodies: string[], key = freshBookKey(origin)): MadeBook {
  const hashes = bodies.map((body) => fromHex(entryHash(body)));
  const root = () => toHex(merkleRoot(hashes));
  const fileOf = (path: string): Buffer | null => {
    const name = parseTilePath(path);
    if (name === null) return null;
    const first = name.index * TILE_WIDTH;
    if (name.level === 'entries') {
      return Buffer.from(encodeBundle(bodies.slice(first, first + name.width).map((body) => utf8(body))));
    }
    const span = TILE_WIDTH ** name.level;
    const nodes = Array.from({ length: name.width }, (_, place) =>
      merkleRoot(hashes.slice((first + place) * span, (first + place + 1) * span)),
    );
    return Buffer.concat(nodes);
  };
  const note = () => key.note(origin, bodies.length, root());
  return {
    bodies,
    root,
    note,
    async serve(context) {
      await context.route('**/api/house', async (route) => {
        const response = await route.fetch();
        const house = await response.json();
        await route.fulfill({ response, json: { ...house, book: { ...house.book, logKey: key.vkey } } });
      });
      await context.route('**/book/checkpoint', (route) =>
        route.fulfill({ contentType: 'text/plain; charset=utf-8', body: note() }),
      );
      await context.route('**/book/tile/**', (route) => {
        const body = fileOf(new URL(route.request().url()).pathname.slice('/book/'.length));
        return body === null ? route.fulfill({ status: 404 }) : route.fulfill({ body });
      });
    },
  };
}

import { gunzipSync } from 'node:zlib';
import {
  consistencyFromTiles,
  decodeBundle,
  decodeEntry,
  entriesPath,
  inclusionFromTiles,
  merkleRoot,
  openCheckpoint,
  peaksFromTiles,
  type ReadTile,
  TILE_WIDTH,
  tilePath,
  tilesOfSize,
  toHex,
  verifyConsistencyHex,
  verifyInclusion,
} from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLogKeys } from '../../src/book/log-key.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { allLeaves, appendMany, bookSize, growTo, type KeysFolder, keysFolder, notesOf, signDeps } from './book-kit.ts';

/** Sizes around full tiles of the first two levels, and some between. */
const SIZES = [1, 2, 3, 7, 255, 256, 257, 511, 512, 513, 1_000, 4_095, 65_535, 65_536, 65_537, 65_792, 66_049];

let club: Club;
let keys: KeysFolder;
let server: TestServer;
let leaves: Buffer[];
let last: number;
beforeAll(async () => {
  club = await openClub();
  keys = keysFolder();
  server = await openServer(club);
  for (const size of SIZES) await growTo(club.db, size);
  while ((await signTreeHeads(signDeps(club, keys))) > 0);
  // Entries without a checkpoint.
  await appendMany(club.db, 3);
  leaves = await allLeaves(club.db);
  last = SIZES.at(-1) ?? 0;
});
afterAll(async () => {
  await server.stop();
  keys.remove();
  await club.close();
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.address}/book/${path}`, { headers });
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return new Uint8Array(await answer.arrayBuffer());
}

const served: ReadTile = (level, index, width) => bytesOf(tilePath(level, index, width));

describe('tiles', () => {
  test.each(SIZES)('of a book of %i entries hold what a recomputation from all of them gives', async (size) => {
    for (const { level, full, partial } of tilesOfSize(size)) {
      const span = TILE_WIDTH ** level;
      const widths = [...Array.from({ length: full }, () => TILE_WIDTH), ...(partial > 0 ? [partial] : [])];
      // Of hundreds of full tiles, check the first and the last two.
      for (const index of new Set([0, widths.length - 2, widths.length - 1])) {
        const width = widths[index];
        if (width === undefined) continue;
        const hashes = Array.from({ length: width }, (_, place) => {
          const from = (index * TILE_WIDTH + place) * span;
          return Buffer.from(merkleRoot(leaves.slice(from, from + span)));
        });
        const tile = Buffer.from(await bytesOf(tilePath(level, index, width)));
        expect(tile.equals(Buffer.concat(hashes))).toBe(true);
      }
    }
    const root = toHex(merkleRoot(leaves.slice(0, size)));
    const tree = Buffer.concat(await peaksFromTiles(size, served));
    expect(tree.length / 32).toBe(size.toString(2).replaceAll('0', '').length);
    const [treeHead] = await club.db
      .selectFrom('book.tree_head')
      .select('root')
      .where('size', '=', BigInt(size))
      .execute();
    expect(treeHead?.root.toString('hex')).toBe(root);
  });

  test('that are not full yet, or that no tree has, are not there', async () => {
    const size = await bookSize(club.db);
    const rest = size % TILE_WIDTH;
    const index = Math.floor(size / TILE_WIDTH);
    expect((await get(tilePath(0, index, rest))).status).toBe(200);
    for (const path of [
      tilePath(0, index, rest + 1),
      tilePath(0, index),
      entriesPath(index),
      tilePath(1, 1, 3),
      tilePath(1, 2, 1),
      tilePath(2, 0, 2),
      tilePath(3, 0, 1),
      tilePath(63, 0, 1),
      entriesPath(index, rest + 1),
      'tile/0/0',
      'tile/0/1000',
      'tile/00/000',
      'tile/0/000.p/256',
      'tile/0/000.p/0',
      'tile/0/000.p/',
      'tile/-1/000',
      'tile/entries/x999/x999/x999/x999/x999/999',
      'tile/',
      'tile/64/000',
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
    }
  });

  test('and bundles never change: caches may keep them, and pages of anyone may read them', async () => {
    for (const path of [tilePath(0, 0), tilePath(0, 1, 17), tilePath(1, 0, 200), entriesPath(3), entriesPath(4, 9)]) {
      const { headers } = await get(path);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('entry bundles', () => {
  test('hold the bodies under the hashes of the tile beside them', async () => {
    for (const [index, width] of [
      [0, 256],
      [5, 31],
      [255, 256],
    ] as const) {
      const bodies = decodeBundle(await bytesOf(entriesPath(index, width))) ?? [];
      expect(bodies).toHaveLength(width);
      const { rows } = await club.pool.query('select body from book.entry where seq >= $1 order by seq limit $2', [
        index * 256,
        width,
      ]);
      expect(bodies.map((body) => Buffer.from(body).toString())).toEqual(rows.map((row) => row.body));
      for (const body of bodies) decodeEntry(Buffer.from(body).toString());
    }
  });

  test('come compressed to those who take that, and plain to others', async () => {
    const plain = Buffer.from(await bytesOf(entriesPath(0)));
    const path = `${server.address}/book/${entriesPath(0)}`;
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['br, gzip;q=0.8', 'gzip'],
      ['gzip;q=0', undefined],
      ['identity', undefined],
    ] as const) {
      // Not with `fetch`, which would decompress the answer.
      const answer = await server.http.inject({ url: path, headers: { 'accept-encoding': accept } });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toContain('accept-encoding');
      expect(encoding ? gunzipSync(answer.rawPayload) : answer.rawPayload).toEqual(plain);
    }
  });
});

describe('the signed checkpoint', () => {
  test('is of the newest tree head, opens with the key of the book, and is kept by no cache', async () => {
    const answer = await get('checkpoint');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const vkeys = (await readLogKeys(club.db)).map((record) => record.vkey);
    expect(vkeys).toHaveLength(1);
    const root = toHex(merkleRoot(leaves.slice(0, last)));
    expect(openCheckpoint(await answer.text(), vkeys)).toMatchObject({ size: last, root });
  });

  test('of every tree head is proved by the tiles that are served to continue every earlier one', async () => {
    const vkeys = (await readLogKeys(club.db)).map((record) => record.vkey);
    const opened = (await notesOf(club.db)).map(({ note }) => openCheckpoint(note, vkeys));
    expect(opened.map((one) => one?.size)).toEqual(SIZES);
    for (const later of opened) {
      for (const earlier of opened) {
        if (!earlier || !later || earlier.size > later.size) continue;
        const proof = (await consistencyFromTiles(earlier.size, later.size, served)).map(toHex);
        const claim = { from: earlier.size, to: later.size, fromRoot: earlier.root, toRoot: later.root, proof };
        expect(verifyConsistencyHex(claim)).toBe(true);
        expect(verifyConsistencyHex({ ...claim, fromRoot: '11'.repeat(32) })).toBe(false);
      }
    }
  });

  test('holds every entry at its place', async () => {
    const root = merkleRoot(leaves.slice(0, last));
    for (const index of [0, 1, 255, 256, 12_345, 65_535, 65_536, last - 1]) {
      const proof = await inclusionFromTiles(index, last, served);
      const leafHash = leaves[index] ?? Buffer.alloc(32);
      expect(verifyInclusion({ leafHash, index, size: last, proof, root })).toBe(true);
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTE_COSIGNATURE } from '@tercet/fair';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawOf, LOG, ORIGIN, type Signer, signerOf, TestBook, WITNESSES } from '../../fair/tests/book-kit.ts';
import { owedCases } from '../../fair/tests/cases/owed.ts';
import { tableFor } from '../../fair/tests/stories.ts';
import { type Ran, tercet } from './kit/command.ts';

// `tercet liabilities` against a club whose book also has a table with witnesses of the house's own making.

const SHAMS = [80, 81, 82, 83, 84].map((fill) => signerOf(`sham.example/w${fill}`, fill, NOTE_COSIGNATURE));
const NOW_MS = Date.UTC(2026, 6, 21);

let folder: string;
let server: Server;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-owed-'));
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A book with an honest table and the day's entry, and maybe a sham table, cosigned by some. */
async function check(cosigners: readonly Signer[], given: { hasSham: boolean; args: readonly string[] }): Promise<Ran> {
  // The kit's cases are typed for any input.
  const file = structuredClone(owedCases().find(({ says }) => says === 'verified')?.file) as {
    userName: string;
    owedMinor: string;
    entry: { body: string };
    inBook: unknown;
  };
  const book = new TestBook();
  const honest = tableFor(drawOf(29_743_210), 3);
  book.append(honest);
  if (given.hasSham) {
    book.append({ ...honest, key: 'dice-sham', witnesses: SHAMS.map(({ vkey }) => vkey), quorum: '3' });
  }
  const index = book.bodies.push(file.entry.body) - 1;
  const cosigned = cosigners.map((witness) => ({ witness, at: 5 }));
  const { note } = book.checkpoint(1, cosigned);
  file.inBook = { index, proof: book.place(index).proof, checkpoint: note };
  const path = join(folder, 'owed.json');
  writeFileSync(path, JSON.stringify(file));
  server = createServer((request, response) => serve(book, note, { request, response }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const club = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = ['--log-key', LOG.vkey, '--user', file.userName, '--owed', file.owedMinor];
  const all = [
    'liabilities',
    path,
    '--club',
    club,
    '--state',
    join(folder, 'state'),
    '--json',
    ...known,
    ...given.args,
  ];
  return tercet(all, NOW_MS);
}

function serve(book: TestBook, note: string, { request, response }: Exchange): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://club');
  const entries = book.bodies.map((_body, seq) => book.entry(seq));
  const listed = entries.filter(({ type }) => type === searchParams.get('type')).reverse();
  const answers: Record<string, string | Buffer> = {
    '/api/house': JSON.stringify({ book: { origin: ORIGIN, logKey: LOG.vkey, witnesses: [] } }),
    '/book/checkpoint': note,
    '/api/book/entries': JSON.stringify({ items: listed, nextCursor: null }),
  };
  const answer = pathname.startsWith('/book/tile/0/') ? Buffer.concat(book.leaves()) : answers[pathname];
  response.writeHead(answer === undefined ? 404 : 200).end(answer);
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const OWN = [
  ...WITNESSES.flatMap(({ vkey }, index) => ['--witness', `${vkey}=http://127.0.0.1:9/w/${index}`]),
  '--allow-local',
];

test('witnesses that the reader confirmed verify the day', async () => {
  const { code, json } = await check(WITNESSES, { hasSham: false, args: OWN });
  expect({ code, verdict: json.verdict }).toEqual({ code: 0, verdict: 'verified' });
});

test('the witnesses of another table do not replace those that the reader confirmed', async () => {
  const { code, json } = await check(SHAMS.slice(0, 3), { hasSham: true, args: OWN });
  expect({ code, verdict: json.verdict }).toEqual({ code: 6, verdict: 'incomplete' });
  expect(json.missing).toMatchObject([{ step: 'place', reason: 'other-witnesses', from: 'reader' }]);
});

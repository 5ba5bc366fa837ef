import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DrawProof } from '@tercet/fair';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { witnessedStory } from '../../packages/fair/tests/stories.ts';
import { DishonestClub, LIES, lieNamed } from './index.ts';

let honest: Server;
let dishonest: DishonestClub;
let hosts: (string | undefined)[];

beforeEach(async () => {
  const { draw } = witnessedStory().slip;
  hosts = [];
  honest = createServer((request, response) => {
    hosts.push(request.headers.host);
    if (request.url?.startsWith('/api/draws/')) {
      if (request.headers['if-none-match'] === '"kept"') response.statusCode = 304;
      response.setHeader('etag', '"kept"').setHeader('cache-control', 'max-age=60');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(draw));
    } else if (request.url === '/api/me/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
    } else response.setHeader('set-cookie', 'a=b').end('<!doctype html>');
  });
  await new Promise<void>((resolve) => honest.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(honest.address() as AddressInfo).port}`;
  dishonest = await DishonestClub.start({ club: url, witnesses: [url, url] });
});

afterEach(async () => {
  await dishonest.close();
  honest.closeAllConnections();
  await new Promise((resolve) => honest.close(resolve));
});

async function draw(): Promise<DrawProof> {
  return (await (await fetch(`${dishonest.url}/api/draws/dice-60/29743210`)).json()) as DrawProof;
}

test('each lie has its own name, and the club or a witness tells it', () => {
  const names = LIES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(LIES.filter(({ club, witness }) => (club === undefined) === (witness === undefined))).toEqual([]);
  expect(() => lieNamed('honest')).toThrow('unknown lie');
});

test('answers are the honest ones until a lie is told, and again afterwards', async () => {
  const { draw: expected } = witnessedStory().slip;
  expect(await draw()).toEqual(JSON.parse(JSON.stringify(expected)));
  dishonest.tell('void-without-book');
  expect(await draw()).toMatchObject({ dice: null, book: null, entries: { void: { type: 'void' } } });
  dishonest.tell(null);
  expect(await draw()).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('a browser keeps no answer, honest or not', async () => {
  for (const lie of [null, 'other-dice']) {
    dishonest.tell(lie);
    const headers = { 'if-none-match': '"kept"' };
    const answer = await fetch(`${dishonest.url}/api/draws/dice-60/29743210`, { headers });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
    expect(await answer.json()).toHaveProperty('drawId');
  }
});

test('a forged draw has three sixes and a book around it', async () => {
  dishonest.tell('forged-draw');
  const { dice, table, book } = await draw();
  expect(dice).toEqual([6, 6, 6]);
  expect(table.hash).not.toBe(witnessedStory().slip.draw.table.hash);
  expect(book?.logKey).not.toBe(witnessedStory().slip.draw.book?.logKey);
});

test('pages and event streams pass as they are, and the club sees its own address', async () => {
  dishonest.tell('sends-no-json');
  const page = await fetch(`${dishonest.url}/Verify`);
  expect([await page.text(), page.headers.get('set-cookie')]).toEqual(['<!doctype html>', 'a=b']);
  const stream = await fetch(`${dishonest.url}/api/me/stream`);
  const { value } = (await stream.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('data: one\n\n');
  await fetch(`${dishonest.url}/api/draws/dice-60/1`);
  expect(new Set(hosts)).toEqual(new Set([`127.0.0.1:${(honest.address() as AddressInfo).port}`]));
});

test('some witnesses lie, and the trap counts who follows a redirect', async () => {
  dishonest.tell('witness-redirects-to-loopback', [1]);
  const [first = '', second = ''] = dishonest.witnessUrls;
  expect((await fetch(`${first}/x/cosigned`)).status).toBe(200);
  await fetch(`${second}/x/cosigned`);
  expect(dishonest.trap.hits).toEqual(['/redirected']);
});

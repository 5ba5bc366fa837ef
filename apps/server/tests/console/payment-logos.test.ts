import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { plain } from '../kit/pictures.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

const PATH = '/api/console/payment-logos';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

function plan(change: Record<string, unknown> = {}) {
  return { name: 'Steppe Card', made: 'card', place: 5, hidden: false, ...change };
}

async function make(change: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await at.post(PATH, plan(change), at.staff.content);
  expect(status).toBe(201);
  return String(body.id);
}

async function put(path: string, body: unknown, who = at.staff.content) {
  return answerOf(await call(at.server, path, { method: 'PUT', body, cookie: who.cookie }));
}

function send(id: string, bytes: Uint8Array | string, who = at.staff.content): Promise<Response> {
  return fetch(`${at.server.address}${PATH}/${id}/picture`, {
    method: 'PUT',
    headers: { origin: at.server.address, cookie: who.cookie, ...callerHeader(PATH, who.cookie) },
    body: bytes,
  });
}

async function picture(): Promise<Uint8Array> {
  return new Uint8Array(await plain(800, 200).png().toBuffer());
}

interface Shown {
  id: string;
  name: string;
  picture: { kind: string; version?: string };
}

/** The logos that visitors see. */
async function shown(): Promise<Shown[]> {
  const answer = await call(at.server, '/api/payment-logos');
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: Shown[] }).items;
}

describe('payment logos', () => {
  test('are shown to everybody in their order, until they are hidden', async () => {
    const [last, first] = [await make({ place: 9 }), await make({ place: 1, name: 'Orkhon', made: 'bank' })];
    const hidden = await make({ place: 2, hidden: true });
    expect((await shown()).map(({ id }) => id)).toEqual([first, last]);
    expect((await shown())[0]).toEqual({ id: first, name: 'Orkhon', picture: { kind: 'made', id: 'bank' } });
    expect((await put(`${PATH}/${last}`, plan({ place: 0, hidden: true }))).status).toBe(200);
    expect((await shown()).map(({ id }) => id)).toEqual([first]);
    expect((await put(`${PATH}/${last}`, plan({ place: 0, hidden: false }))).status).toBe(200);
    expect((await shown()).map(({ id }) => id)).toEqual([last, first]);
    const list = await at.get(PATH, at.staff.auditor);
    expect(list.body.items?.map(({ id }) => id)).toEqual([last, first, hidden]);
    for (const id of [first, last, hidden]) await put(`${PATH}/${id}`, plan({ hidden: true }));
  });

  test('leave tracks of who made and changed them', async () => {
    const id = await make();
    await put(`${PATH}/${id}`, plan({ name: 'Pamir Card' }));
    expect((await at.acts()).slice(-2)).toMatchObject([
      { act: 'payment-logo-created', subject: `payment-logo/${id}`, after: { name: 'Steppe Card' } },
      { act: 'payment-logo-changed', before: { name: 'Steppe Card' }, after: { name: 'Pamir Card' } },
    ]);
    await put(`${PATH}/${id}`, plan({ hidden: true }));
  });

  test.each([
    ['an account', { name: 'Pay DE89 3704 0044 0532 0130 00' }, 'words-lead-out'],
    ['an address', { name: 'https://pay.example/x' }, 'words-lead-out'],
    ['a card', { name: '4111 1111 1111 1111' }, 'card-bad'],
    ['no picture at all', { made: null }, 'fill-in'],
  ])('are made with %s: refused', async (_, change, code) => {
    const { body } = await at.post(PATH, plan(change), at.staff.content);
    expect(body.code).toBe(code);
  });

  test('take nothing that they do not have', async () => {
    const wrong = [
      { made: 'coin' },
      { name: '' },
      { name: 'x'.repeat(41) },
      { place: -1 },
      { place: 1.5 },
      { link: '/' },
    ];
    for (const change of wrong) expect((await at.post(PATH, plan(change), at.staff.content)).status).toBe(400);
    expect((await put(`${PATH}/${randomUUID()}`, plan())).status).toBe(404);
  });
});

describe('the picture of a payment logo', () => {
  test('is drawn anew with nothing cut off, in the place of the drawing, and kept by its version', async () => {
    const id = await make();
    expect((await send(id, await picture())).status).toBe(200);
    const own = (await shown()).find((one) => one.id === id)!.picture;
    expect(own).toEqual({ kind: 'own', version: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const stored = await call(at.server, `/api/payment-logos/${id}/picture?v=${own.version}`);
    expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { width, height, format } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 320, height: 80, format: 'webp' });
    const other = await call(at.server, `/api/payment-logos/${id}/picture?v=another`);
    expect(other.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': `"${own.version}"` };
    expect((await call(at.server, `/api/payment-logos/${id}/picture`, { headers })).status).toBe(304);
    expect((await at.acts()).at(-1)).toMatchObject({ before: { made: 'card' }, after: { version: own.version } });

    expect((await put(`${PATH}/${id}`, plan({ made: null, name: 'Other' }))).body).toMatchObject({
      version: own.version,
    });
    expect((await put(`${PATH}/${id}`, plan({ hidden: true, made: null }))).status).toBe(200);
    expect((await call(at.server, `/api/payment-logos/${id}/picture`)).status).toBe(404);
    expect((await put(`${PATH}/${id}`, plan({ made: 'wallet' }))).body).toMatchObject({
      made: 'wallet',
      version: null,
    });
    expect((await call(at.server, `/api/payment-logos/${id}/picture`)).status).toBe(404);
    expect((await put(`${PATH}/${id}`, plan({ made: null }))).body.code).toBe('fill-in');
  });

  test('is no other file, of no other row, sent by nobody else', async () => {
    const id = await make();
    expect((await send(id, '<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(422);
    expect((await send(randomUUID(), await picture())).status).toBe(404);
    expect((await send(id, await picture(), at.staff.finance)).status).toBe(403);
    expect((await shown()).find((one) => one.id === id)?.picture.kind).toBe('made');
  });
});

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../draw/drawing.ts';
import { call } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { HTML, plain, SVG } from '../kit/pictures.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from './console.ts';

// Name, accents and logo of the house: set by an owner, seen by members without a rebuild.

const PATH = '/api/console/face';
const WHY = 'as the owners agreed';
const FACE = { name: 'Orkhon Club', accentLight: '#7a1fa2', accentDark: '#d9a6f0', ground: 'paper', logo: null };

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

async function set(change: Record<string, unknown> = {}, who = at.staff.owner): Promise<Answer> {
  const body = { ...FACE, why: WHY, ...change };
  return answerOf(await call(at.server, PATH, { method: 'PUT', body, cookie: who.cookie }));
}

async function send(bytes: Uint8Array | string, who = at.staff.owner): Promise<Answer> {
  const answer = await fetch(`${at.server.address}${PATH}/logo`, {
    method: 'PUT',
    headers: { origin: at.server.address, cookie: who.cookie, ...callerHeader(PATH, who.cookie) },
    body: bytes,
  });
  return answerOf(answer);
}

/** A logo with a transparent ground. */
function logo(): Promise<Uint8Array> {
  return sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      { input: { create: { width: 300, height: 300, channels: 3, background: '#ae2f1d' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
}

async function page(headers: Record<string, string> = {}): Promise<Response> {
  return call(at.server, '/Home', { headers: { accept: 'text/html', ...headers } });
}

const untilNamed = (name: string) => until(name, async () => (await at.get('/api/house')).body.name === name);

test('without a face members see the founding name, and the page of the build as it is', async () => {
  expect((await at.get('/api/house')).body).toMatchObject({ name: 'Tercet', logo: null });
  expect(await (await page()).text()).toBe('<!doctype html><title>Tercet</title>');
  expect((await at.get(PATH, at.staff.auditor)).body).toMatchObject({ version: 0, name: 'Tercet', atMs: null });
  expect((await at.get('/api/face/manifest')).body).toMatchObject({ name: 'Tercet', id: '/', start_url: '/Home' });
});

describe('a face', () => {
  test('is seen by members at once: name, title, manifest, logo and icons', async () => {
    await at.acts();
    const { body: uploaded } = await send(await logo());
    // An uploaded logo is not public before it is confirmed.
    expect((await at.get(`/api/face/logos/${uploaded.id}`)).status).toBe(404);
    const { status, body } = await set({ logo: uploaded.id, ground: 'accent' });
    expect([status, body.version]).toEqual([200, 1]);
    await untilNamed('Orkhon Club');

    const { logo: address } = (await at.get('/api/house')).body;
    const shown = await call(at.server, String(address));
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const { format, hasAlpha, width, height } = await sharp(await shown.arrayBuffer()).metadata();
    expect({ format, hasAlpha, width, height }).toEqual({ format: 'webp', hasAlpha: true, width: 512, height: 171 });

    const manifest = (await at.get('/api/face/manifest')).body as { icons: { src: string; sizes: string }[] } & object;
    expect(manifest).toMatchObject({ name: 'Orkhon Club', short_name: 'Orkhon Club', theme_color: '#7a1fa2' });
    for (const { src, sizes } of manifest.icons) {
      const icon = await call(at.server, src);
      const drawn = sharp(await icon.arrayBuffer());
      const side = Number(sizes.split('x')[0]);
      expect(await drawn.metadata()).toMatchObject({ format: 'png', width: side, height: side });
      // A corner has the ground, here the light accent.
      const corner = await drawn.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
      expect([...corner.subarray(0, 3)]).toEqual([0x7a, 0x1f, 0xa2]);
    }
    expect(await (await page()).text()).toContain('<title>Orkhon Club</title>');
    const acts = await at.acts();
    expect(acts.map(({ act }) => act)).toEqual(['logo-uploaded', 'face-set']);
    expect(acts[1]).toMatchObject({ before: null, after: { name: 'Orkhon Club', logo: uploaded.id }, why: WHY });
  });

  test('has an ETag on each answer, which changes with it and answers 304 until then', async () => {
    const addresses = [
      '/Home',
      '/api/face/manifest',
      String((await at.get('/api/house')).body.logo),
      '/api/face/1/icon-192',
    ];
    const tags = new Map<string, string>();
    for (const address of addresses) {
      const first = await call(at.server, address, { headers: { accept: '*/*, text/html' } });
      const etag = first.headers.get('etag') ?? '';
      expect([address, etag]).toEqual([address, expect.stringMatching(/^(W\/)?".+"$/)]);
      const again = await call(at.server, address, { headers: { accept: 'text/html', 'if-none-match': etag } });
      expect([address, again.status]).toEqual([address, 304]);
      tags.set(address, etag);
    }
    await set({ name: 'Steppe Club' });
    await untilNamed('Steppe Club');
    for (const address of ['/Home', '/api/face/manifest']) {
      const etag = tags.get(address) ?? '';
      const fresh = await call(at.server, address, { headers: { accept: 'text/html', 'if-none-match': etag } });
      expect([address, fresh.status]).toEqual([address, 200]);
    }
    // The icons of the first version stay for phones that still name them.
    expect((await call(at.server, '/api/face/1/icon-512')).status).toBe(200);
    expect((await call(at.server, '/api/face/2/icon-512')).status).toBe(404);
  });

  test.each([
    ['a light accent on a light ground', { accentLight: '#ffcc00' }, { theme: 'light', ratio: 1.2 }],
    ['a dark accent on a dark ground', { accentDark: '#0e6e63' }, { theme: 'dark', ratio: 2.3 }],
  ])('is refused with %s, naming its contrast and a better colour', async (_, change, params) => {
    const { status, body } = await set(change);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'accent-weak' });
    expect(body.params).toMatchObject({ ...params, better: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    const field = Object.keys(change)[0] ?? '';
    expect(body.fields).toEqual({ [field]: 'accent-weak' });
    const { better } = body.params as { better: string };
    expect((await set({ [field]: better, name: 'Steppe Club' })).status).toBe(200);
  });

  test('writes no markup into the page, whatever its name', async () => {
    expect((await set({ name: `</title>${'<b>"\'&'}` })).status).toBe(200);
    await untilNamed(`</title><b>"'&`);
    expect(await (await page()).text()).toContain('<title>&lt;/title&gt;&lt;b&gt;&quot;&#39;&amp;</title>');
    await set();
    await untilNamed('Orkhon Club');
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name over its limit', { name: 'x'.repeat(41) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a colour by name', { accentLight: 'teal' }],
    ['a style in place of a colour', { accentDark: '#d9a6f0;}' }],
    ['another ground', { ground: 'photo' }],
    ['an address as logo', { logo: 'https://pictures.example/logo.png' }],
    ['another field', { origin: 'x' }],
  ])('is bad input with %s', async (_, change) => {
    expect((await set(change)).status).toBe(400);
  });

  test('needs a reason, an uploaded logo and words that keep to the club', async () => {
    expect((await set({ why: ' ' })).status).toBe(422);
    expect((await set({ logo: '0123456789abcdef'.repeat(4) })).body).toMatchObject({ fields: { logo: 'not-found' } });
    expect((await set({ name: 'Telegram @winners' })).status).toBe(422);
  });

  test('is set by owners alone', async () => {
    for (const role of ['support', 'content', 'finance', 'auditor'] as const) {
      expect((await set({}, at.staff[role])).status).toBe(403);
      expect((await send(await logo(), at.staff[role])).status).toBe(403);
    }
  });

  test('is one of two that are set at the same moment, or both in turn', async () => {
    const before = Number((await at.get(PATH, at.staff.owner)).body.version);
    const other = await at.add('owner');
    const answers = await Promise.all([set({ name: 'First' }), set({ name: 'Second' }, other)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await at.get(PATH, at.staff.owner)).body.version).toBe(before + done.length);
  });
});

describe('a logo', () => {
  test.each([
    ['an SVG', SVG],
    ['a page', HTML],
    ['nothing', ''],
    ['half a picture', async () => (await plain().png().toBuffer()).subarray(0, 200)],
  ])('is not %s', async (_, bytes) => {
    const owner = await at.add('owner');
    const { status, body } = await send(typeof bytes === 'string' ? bytes : await bytes(), owner);
    expect([status, body.code]).toEqual([422, 'picture-bad']);
  });
});

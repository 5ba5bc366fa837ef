import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { noise, plain } from '../kit/pictures.ts';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member());
}

function upload({ cookie }: { cookie: string }, body: Buffer): Promise<Response> {
  const headers = { origin: server.address, cookie, 'content-type': 'image/webp', ...callerHeader('/api/me', cookie) };
  return fetch(`${server.address}/api/me/avatar`, { method: 'PUT', headers, body: body as never });
}

async function jsonOf(answer: Response): Promise<unknown> {
  return [answer.status, await answer.json()];
}

async function avatarOf({ cookie }: SignedIn): Promise<unknown> {
  return ((await (await call(server, '/api/me', { cookie })).json()) as { avatar: unknown }).avatar;
}

async function rowsOf({ memberId }: SignedIn): Promise<{ made: string | null; bytes: number | null }[]> {
  const { rows } = await club.owner.query(
    'select made, octet_length(picture) as bytes from members.avatar where member_id = $1',
    [memberId],
  );
  return rows;
}

describe('a drawing of the house', () => {
  test('is chosen by its name, and is part of the member’s own answer', async () => {
    const member = await newMember();
    expect(await avatarOf(member)).toEqual({ kind: 'none' });
    const answer = await call(server, '/api/me/avatar', { body: { made: 'made-7' }, cookie: member.cookie });
    expect(await jsonOf(answer)).toEqual([200, { avatar: { kind: 'made', id: 'made-7' } }]);
    expect(await avatarOf(member)).toEqual({ kind: 'made', id: 'made-7' });
    expect((await call(server, '/api/me/avatar', { cookie: member.cookie })).status).toBe(404);
  });

  test.each(['made-0', 'made-13', '', '../made-1', 7, null])('%s is none', async (made) => {
    const { cookie } = await newMember();
    const answer = await call(server, '/api/me/avatar', { body: { made }, cookie });
    expect(await jsonOf(answer)).toMatchObject([400, { code: 'invalid-body' }]);
  });
});

describe('a picture of one’s own', () => {
  test('comes back under headers that make it a picture and nothing else', async () => {
    const member = await newMember();
    const { avatar } = (await (await upload(member, await plain().png().toBuffer())).json()) as {
      avatar: { version: string };
    };
    expect(avatar).toEqual({ kind: 'own', version: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(await avatarOf(member)).toEqual(avatar);
    const url = `/api/me/avatar?v=${avatar.version}`;
    const answer = await call(server, url, { cookie: member.cookie });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-cache',
      etag: `"${avatar.version}"`,
    });
    const again = await call(server, url, {
      cookie: member.cookie,
      headers: { 'if-none-match': `"${avatar.version}"` },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is shown to nobody else, not even by its version in the same browser', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const { avatar } = (await (await upload(member, await plain().jpeg().toBuffer())).json()) as {
      avatar: { version: string };
    };
    const headers = { 'if-none-match': `"${avatar.version}"` };
    const url = `/api/me/avatar?v=${avatar.version}`;
    expect((await call(server, url, { cookie: other.cookie, headers })).status).toBe(404);
    expect((await call(server, url, { headers })).status).toBe(401);
    expect(await avatarOf(other)).toEqual({ kind: 'none' });
    await upload(other, await noise(64).png().toBuffer());
    const ours = await call(server, url, { cookie: other.cookie, headers });
    expect(ours.status).toBe(200);
    expect(ours.headers.get('etag')).not.toBe(`"${avatar.version}"`);
  });

  test('gives way to a drawing, and goes when it is taken back: nothing of it is kept', async () => {
    const member = await newMember();
    await upload(member, await plain().png().toBuffer());
    expect(await rowsOf(member)).toEqual([{ made: null, bytes: expect.any(Number) }]);
    await call(server, '/api/me/avatar', { body: { made: 'made-1' }, cookie: member.cookie });
    expect(await rowsOf(member)).toEqual([{ made: 'made-1', bytes: null }]);
    await upload(member, await plain().png().toBuffer());
    for (let times = 0; times < 2; times++) {
      const removed = await call(server, '/api/me/avatar', { method: 'DELETE', cookie: member.cookie });
      expect(removed.status).toBe(204);
    }
    expect(await rowsOf(member)).toEqual([]);
    expect(await avatarOf(member)).toEqual({ kind: 'none' });
    expect((await call(server, '/api/me/avatar', { cookie: member.cookie })).status).toBe(404);
  });

  test('stays when another one is refused', async () => {
    const member = await newMember();
    await upload(member, await plain().png().toBuffer());
    const before = await avatarOf(member);
    expect(await jsonOf(await upload(member, Buffer.from('<svg/>')))).toMatchObject([422, { code: 'picture-bad' }]);
    expect(await avatarOf(member)).toEqual(before);
  });
});

describe('uploads', () => {
  test('of one member at once end with one picture, whole', async () => {
    const member = await newMember();
    const bodies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((side) =>
        noise(side * 40)
          .png()
          .toBuffer(),
      ),
    );
    const answers = await Promise.all(bodies.map((body) => upload(member, body)));
    const drawn = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.json()));
    expect(drawn.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(await rowsOf(member)).toHaveLength(1);
    const avatar = (await avatarOf(member)) as { version: string };
    expect(drawn).toContainEqual({ avatar });
    const shown = await call(server, '/api/me/avatar', { cookie: member.cookie });
    expect(shown.headers.get('etag')).toBe(`"${avatar.version}"`);
  });

  test('are counted, good and bad: more than ten a minute wait', async () => {
    const member = await newMember();
    for (let attempts = 0; attempts < 10; attempts++) expect((await upload(member, Buffer.from('x'))).status).toBe(422);
    const answer = await upload(member, await plain().png().toBuffer());
    expect(await jsonOf(answer)).toMatchObject([429, { code: 'throttled' }]);
    expect((await upload(await newMember(), await plain().png().toBuffer())).status).toBe(200);
  });

  test('by a visitor, or from another origin, are not read', async () => {
    const body = await plain().png().toBuffer();
    expect((await upload({ cookie: '' }, body)).status).toBe(401);
    const { cookie } = await newMember();
    const headers = { origin: 'https://evil.example', cookie };
    const answer = await fetch(`${server.address}/api/me/avatar`, { method: 'PUT', headers, body: body as never });
    expect(answer.status).toBe(403);
  });

  test('that break off, or say the wrong length, keep nobody’s place', async () => {
    const member = await newMember();
    const body = await plain().png().toBuffer();
    await sendRaw(member, body.length + 1_000, body);
    await vi.waitUntil(async () => (await upload(member, body)).ok, { timeout: 10_000, interval: 200 });
    // The remaining bytes look like another, malformed request; either answer may come first.
    expect(await sendRaw(member, 100, body)).toMatch(/^HTTP\/1\.1 4(00|22) /);
    expect(await avatarOf(member)).toMatchObject({ kind: 'own' });
  });
});

/** Sends a body with a false `content-length`. Returns the answer as text; empty if the connection was cut first. */
function sendRaw({ cookie, memberId }: SignedIn, length: number, body: Buffer): Promise<string> {
  const { host, hostname, port, origin } = new URL(server.address);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      const head = ['PUT /api/me/avatar HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, `Cookie: ${cookie}`];
      const more = [`Tercet-Caller: ${memberId}`, `Content-Length: ${length}`];
      socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`);
      socket.write(body);
      setTimeout(() => socket.end(), 500);
    });
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

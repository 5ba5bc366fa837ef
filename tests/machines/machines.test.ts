import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, callerOf, type Stream } from './caller.ts';
import { type Machines, openMachines } from './machines.ts';
import { observatoryScore } from './observatory.ts';
import { stopProgram } from './programs.ts';
import { placeSlip } from './slips.ts';

const MIRA = { userName: 'mira', password: 'mira-plays-fair' } as const;
const LOTTERY = 'dice-30';

let machines: Machines;
let caller: Caller;
let mira = '';
beforeAll(async () => {
  machines = await openMachines();
  caller = callerOf(machines);
  mira = await caller.signIn(MIRA.userName, MIRA.password);
});
afterAll(() => machines?.close());

const api = (nth: number): string => machines.apis[nth] ?? '';

const bet = (cookie: string, address?: string) => placeSlip(caller, { cookie, lottery: LOTTERY, address });

async function queryOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The pooler's transaction counts of a pool. */
async function transactionsOf(pool: string): Promise<number> {
  const rows = await queryOn(machines.pooledUrl.replace(/tercet$/, 'pgbouncer'), 'show stats');
  return Number(rows.find(({ database }) => database === pool)?.total_xact_count ?? 0);
}

describe('a club on several processes, behind PgBouncer and nginx', () => {
  test('two processes answer behind one address, and two draw', () => {
    expect(machines.apis).toHaveLength(2);
    expect(machines.draws).toHaveLength(2);
  });

  test('a bet at one process is sealed, drawn and paid, and both push it', async () => {
    const streams = await Promise.all([api(0), api(1)].map((address) => caller.stream(mira, address)));
    const before = await transactionsOf('tercet_slips');
    const slip = await bet(mira);
    expect(await transactionsOf('tercet_slips')).toBeGreaterThan(before);
    const of = (event: string) => (stream: Stream) =>
      stream.event((one) => one.event === event && one.data.drawId === slip.drawId);
    for (const what of ['sealed', 'drawn', 'settled']) await Promise.all(streams.map(of(what)));
    const settled = await Promise.all(
      streams.map((stream) =>
        stream.event(({ event, data }) => event === 'balance' && data.slipsSettled?.[0]?.slipId === slip.id),
      ),
    );
    expect(settled[0]?.data).toEqual(settled[1]?.data);
    for (const stream of streams) stream.close();
    const { json } = await caller.call(`/api/slips/${slip.id}`, { cookie: mira });
    expect(['won', 'lost', 'returned']).toContain(json.state);
  });

  test('bets are taken at both, one after the other, by the same few connections', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await bet(mira, api(n % 2))).id);
    expect(new Set(ids).size).toBe(8);
  });

  test('another screen, at another process, receives an accepted bet', async () => {
    const stream = await caller.stream(mira, api(1));
    const slip = await bet(mira, api(0));
    const reported = await stream.event(({ event }) => event === 'balance' || event === 'settled');
    // Before the payout, which comes half a minute later.
    expect(reported).toMatchObject({ event: 'balance', data: { slipsSettled: [] } });
    expect(slip.id).toBeTruthy();
    stream.close();
  });

  test('a session of one process is valid at the other, and ends at both together', async () => {
    const phone = await caller.signIn(MIRA.userName, MIRA.password, api(0));
    const me = () => Promise.all([api(0), api(1)].map((address) => caller.call('/api/me', { cookie: phone }, address)));
    expect((await me()).map(({ status }) => status)).toEqual([200, 200]);
    const stream = await caller.stream(phone, api(1));
    const ended = await caller.call('/api/me/sessions/end-others', { cookie: mira, body: {} }, api(0));
    expect(ended.status).toBeLessThan(300);
    await stream.ended;
    expect((await me()).map(({ status }) => status)).toEqual([401, 401]);
  });

  test('answers are compressed on their way, once and as the phone takes it, and those to writes are not', async () => {
    const encodingOf = async (path: string, accepted: string, more: Parameters<Caller['call']>[1] = {}) => {
      const { headers } = await caller.call(path, { ...more, headers: { 'accept-encoding': accepted } });
      return headers['content-encoding'];
    };
    expect(await encodingOf('/api/openapi.json', 'gzip, deflate, br')).toBe('br');
    expect(await encodingOf('/api/openapi.json', 'br;q=0, gzip')).toBe('gzip');
    expect(await encodingOf('/api/openapi.json', 'identity')).toBeUndefined();
    expect(await encodingOf('/api/me/statement.csv', 'gzip', { cookie: mira })).toBe('gzip');
    const { json } = await caller.call(`/api/lotteries/${LOTTERY}`);
    expect(json.table?.hash).toBeTruthy();
    expect(await encodingOf('/api/me/play/checked', 'gzip, br', { cookie: mira, body: {} })).toBeUndefined();
  });

  test('tries at a password are counted over all processes', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const wrong = { body: { userName: 'tomas', password: `guess ${n}` } };
      statuses.push((await caller.call('/api/session', wrong, api(n % 2))).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('a client that invents forwarded addresses is counted by its own', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 30; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` };
      const wrong = { body: { userName: `nobody-${n}`, password: 'guess' }, headers };
      statuses.push((await caller.call('/api/session', wrong)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the edge', () => {
  const twice = async (path: string, cookie?: string) => {
    const requested = cookie === undefined ? {} : { cookie };
    await caller.call(path, requested);
    return caller.call(path, requested);
  };

  test('caches the files of pages and the book, also for signed-in members', async () => {
    const { body } = await caller.call('/Home');
    const [script = ''] = body.match(/\/assets\/[\w.-]+\.js/) ?? [];
    for (const cookie of [undefined, mira]) {
      const { status, headers } = await twice(script, cookie);
      expect([status, headers['x-cache'], headers['set-cookie']]).toEqual([200, 'HIT', undefined]);
    }
    const { status, headers } = await twice('/book/tile/0/000.p/1');
    expect([status, headers['x-cache']]).toEqual([200, 'HIT']);
  });

  test('caches no page and no data of a member', async () => {
    for (const path of ['/api/me', '/api/slips?limit=1', '/api/lotteries', '/Home', '/console']) {
      const { status, headers } = await twice(path, mira);
      expect([path, status, headers['x-cache']]).toEqual([path, 200, undefined]);
      expect([path, headers['cache-control'] ?? '']).toEqual([path, expect.not.stringMatching(/max-age|immutable/)]);
    }
  });

  test('gets A+ from the rules of the HTTP Observatory, with the page, its cookies and its redirection', async () => {
    const page = await caller.call('/Home', { headers: { accept: 'text/html' } });
    const signedIn = await caller.call('/api/session', { body: MIRA });
    const plain = await caller.call('/Home', {}, machines.plain);
    const { score, grade, points } = observatoryScore({
      headers: page.headers,
      html: page.body,
      cookies: [signedIn.headers['set-cookie'] ?? []].flat(),
      plain: { status: plain.status, location: String(plain.headers.location) },
      secureUrl: machines.origin,
    });
    expect(Object.entries(points).filter(([, own]) => own < 0)).toEqual([]);
    expect(points).toMatchObject({ 'content-security-policy': 5, cookies: 5, 'x-frame-options': 5 });
    expect([score >= 100, grade]).toEqual([true, 'A+']);
  });

  test('redirects requests without TLS', async () => {
    const { host } = new URL(machines.origin);
    const answer = await caller.call('/Home', {}, machines.plain);
    expect([answer.status, answer.headers.location]).toEqual([308, `https://${host.split(':')[0]}/Home`]);
    // A call over plain HTTP has exposed its secrets and must not seem successful.
    for (const path of ['/api/me', '/api/session']) {
      const refused = await caller.call(path, {}, machines.plain);
      expect([path, refused.status, refused.headers.location]).toEqual([path, 403, undefined]);
    }
  });
});

describe('the pools', () => {
  test('take more callers at once than they have connections', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => caller.call('/api/me', { cookie: mira })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('lend connections with the bounds of the role', async () => {
    const [bounds] = await queryOn(
      machines.pooledUrl,
      `select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements,
         current_setting('timezone') as zone`,
    );
    expect(bounds).toEqual({ locks: '2s', statements: '15s', zone: 'UTC' });
  });

  test('that are killed and come back lose the requests in flight, and none after', async () => {
    await machines.pooler.killAndStart();
    let answer = await caller.call('/api/me', { cookie: mira });
    // Each of the process's connections has to notice.
    for (let tries = 0; tries < 50 && answer.status !== 200; tries++) {
      answer = await caller.call('/api/me', { cookie: mira });
    }
    expect(answer.status).toBe(200);
    await expect(bet(mira)).resolves.toHaveProperty('id');
  });

  test('cannot carry LISTEN: a server configured to use one for it does not start', async () => {
    const { code, stderr } = await machines.tryServer('api', { TERCET_LISTEN_URL: machines.pooledUrl });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^no notifications at TERCET_LISTEN_URL [^\n]*Connect to the database directly\n$/);
  });
});

describe('roles', () => {
  test('that draw take over from one another', async () => {
    const [{ holder } = {}] = await queryOn(machines.directUrl, `select holder from draw.lease where name = 'draw'`);
    const stream = await caller.stream(mira);
    // Kills the process that holds the lease. The other one draws.
    const [first] = machines.draws;
    if (first) await stopProgram(first, 'SIGKILL');
    const slip = await bet(mira);
    await stream.event(({ event, data }) => event === 'settled' && data.drawId === slip.drawId);
    stream.close();
    expect(holder).toBeTruthy();
    const { json } = await caller.call(`/api/slips/${slip.id}`, { cookie: mira });
    expect(json.state).not.toBe('void');
  });

  test('sign in as themselves: one that is given another’s URL, or the owner’s, ends with one line', async () => {
    const { code, stderr } = await machines.tryServer('jobs', { TERCET_APP_URL: machines.directUrl });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^TERCET_APP_URL signs in as machines_api, .*\n$/)]);
    const owners = await machines.tryServer('draw', { TERCET_APP_URL: machines.ownerUrl });
    expect([owners.code, owners.stderr]).toEqual([
      1,
      expect.stringMatching(/^TERCET_APP_URL signs in as machines_owner, who .* signs in as machines_draw\n$/),
    ]);
  });
});

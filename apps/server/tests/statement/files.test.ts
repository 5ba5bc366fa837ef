import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { DAY, postAll, postMany, transferOf } from '../kit/money.ts';
import { readPdf } from '../kit/pdf.ts';

/** A spreadsheet formula, in every text that a house chooses. */
const EVIL_NAME = '=HYPERLINK("http://evil.example","x"),\r\n@SUM(1)';

let club: Club;
let server: TestServer;
let table: OpenTable;
let mira: SignedIn;

beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  await club.owner.query('update lottery.lottery set name = $1', [EVIL_NAME]);
  await club.owner.query('update house.house set name = $1', ['=Tercet']);
  server = await openServer(club);
  mira = await signIn(club, await club.member({ credits: 100_000n }));
  await club.place(mira, table, [{ bet: 'big', stakeMinor: 1_000n }]);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** Parses rows and cells by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && row.length === 0) break;
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

async function newMember(credits = 100_000n): Promise<SignedIn> {
  return signIn(club, await club.member({ credits }));
}

const month = () => new Date(club.clock.nowMs()).toISOString().slice(0, 7);
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('the CSV file', () => {
  test('read back, is the ledger', async () => {
    const member = await newMember();
    await postMany(
      club.db,
      Array.from({ length: 1_500 }, (_, index) =>
        transferOf(member, index % 3 ? 'stake' : 'payout', (BigInt(index + 1) % 90n) + 1n),
      ),
    );
    const answer = await call(server, '/api/me/statement.csv', { cookie: member.cookie });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await bytesOf(answer));
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [head = [], ...rows] = readCsv(bytes.subarray(3).toString());
    const { rows: wanted } = await club.owner.query<Record<string, string>>(
      `select to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, kind::text, available_delta::text as amount_minor,
         held_delta::text as held_minor, sum(available_delta) over w::text as balance_minor, ref::text as reference
       from ledger.statement where member_id = $1 window w as (order by at, ref, kind) order by at, ref, kind`.replace(
        'over w::text',
        'over w',
      ),
      [member.memberId],
    );
    const records = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
    expect(records).toHaveLength(1_501);
    for (const [index, record] of records.entries()) {
      expect(record).toMatchObject(
        Object.fromEntries(Object.entries(wanted[index] ?? {}).map(([name, value]) => [name, String(value)])),
      );
      expect(record.amount).toBe((Number(record.amount_minor) / 100).toFixed(2));
      expect(record).toMatchObject({ currency: 'PLAY', held_balance_minor: '0' });
    }
  });

  test('takes the filters of the screen, and the reader’s language', async () => {
    const member = await newMember();
    await postAll(club.db, [
      transferOf(member, 'stake', 10n),
      transferOf(member, 'stake', 20n),
      transferOf(member, 'payout', 30n),
    ]);
    const rowsOf = async (query: string, headers = {}) =>
      readCsv(
        (await (await call(server, `/api/me/statement.csv?${query}`, { cookie: member.cookie, headers })).text()).slice(
          1,
        ),
      );
    expect(await rowsOf('kind=stake&kind=payout&minMinor=20')).toHaveLength(3);
    expect(await rowsOf('kind=grant')).toMatchObject([{}, { 1: 'grant', 2: 'Starting credits', 8: '100000' }]);
    expect(await rowsOf(`to=2020-01-01`)).toHaveLength(1);
    expect((await rowsOf('kind=grant&locale=th'))[1]?.[2]).toBe('เครดิตเริ่มต้น');
    expect((await rowsOf('kind=grant', { 'accept-language': 'ko-KR, en;q=0.5' }))[1]?.[2]).toBe('시작 크레딧');
  });

  test('says nothing that a spreadsheet would run, whatever a table is called', async () => {
    const text = await (await call(server, '/api/me/statement.csv', { cookie: mira.cookie })).text();
    const rows = readCsv(text.slice(1));
    expect(rows).toHaveLength(3);
    expect(rows[2]?.[2]).toBe(`Stake: ${EVIL_NAME}, period ${table.schedule().period}`);
    for (const row of rows) {
      expect(row).toHaveLength(13);
      for (const cell of row)
        expect(cell.startsWith('-') ? cell.replace(/^-\d+(\.\d+)?$/, '') : cell).not.toMatch(/^[=+@\-\t\r]/);
    }
  });

  test('is made for a suspended member too, and for nobody who is not signed in', async () => {
    const suspended = await signIn(club, await club.member(), true);
    expect((await call(server, '/api/me/statement.csv', { cookie: suspended.cookie })).status).toBe(200);
    expect((await call(server, '/api/me/statement.csv')).status).toBe(401);
  });

  test('is made so many times a minute, and then refused with the time to wait', async () => {
    const member = await newMember();
    const statuses: number[] = [];
    for (let index = 0; index < 13; index++) {
      const answer = await call(server, '/api/me/statement.csv', { cookie: member.cookie });
      statuses.push(answer.status);
      await answer.text();
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
  });

  test('that nobody reads to its end gives its place back', async () => {
    const member = await newMember();
    await postMany(
      club.db,
      Array.from({ length: 3_000 }, () => transferOf(member, 'stake', 1n)),
    );
    const left = new AbortController();
    const file = `${server.address}/api/me/statement.csv`;
    expect((await fetch(file, { headers: { cookie: member.cookie }, signal: left.signal })).status).toBe(200);
    left.abort();
    const again = async () => {
      const answer = await call(server, '/api/me/statement.csv', { cookie: member.cookie });
      await answer.text();
      return answer.status;
    };
    await expect.poll(again, { interval: 500, timeout: 5_000 }).toBe(200);
    const held = () =>
      club.owner
        .query(`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
        .then(({ rows }) => rows.length);
    await expect.poll(held).toBe(0);
  });
});

describe('a receipt', () => {
  test('of a slip shows its stake, its table and how to check its draw', async () => {
    const slip = await club.place(mira, table, [
      { bet: 'small', stakeMinor: 700n },
      { bet: 's9', stakeMinor: 300n },
    ]);
    const answer = await call(server, `/api/me/receipts/${slip.prepared.slipId}.pdf?locale=en`, {
      cookie: mira.cookie,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="receipt-${slip.prepared.slipId}.pdf"`,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { text, lines } = await readPdf(await bytesOf(answer));
    expect(text).toContain('-10.00');
    expect(text).toContain(slip.prepared.slipId);
    expect(text).toContain(`/Verify?draw=${table.schedule().drawId}`);
    expect(lines).toContain('Small: 7.00 · Sum 9: 3.00');
    expect(lines).toContain(mira.userName);
    expect(lines).toContain('Play money, without value');
  });

  test('is of one’s own acts alone, and of such as there are', async () => {
    const other = await newMember();
    const ref = newId();
    await postAll(club.db, [transferOf(mira, 'grant', 5n, ref)]);
    const statusOf = async (path: string, cookie: string) => (await call(server, path, { cookie })).status;
    expect(await statusOf(`/api/me/receipts/${ref}.pdf?kind=grant`, mira.cookie)).toBe(200);
    expect(await statusOf(`/api/me/receipts/${ref}.pdf?kind=stake`, mira.cookie)).toBe(404);
    expect(await statusOf(`/api/me/receipts/${ref}.pdf`, other.cookie)).toBe(404);
    expect(await statusOf(`/api/me/receipts/${newId()}.pdf`, mira.cookie)).toBe(404);
    expect(await statusOf(`/api/me/receipts/${ref}.pdf?kind=gift`, mira.cookie)).toBe(400);
    expect(await statusOf('/api/me/receipts/1.pdf', mira.cookie)).toBe(400);
  });

  test('in Arabic comes with its letters and its figures', async () => {
    const ref = newId();
    await postAll(club.db, [transferOf(mira, 'grant', 123_456n, ref)]);
    const answer = await call(server, `/api/me/receipts/${ref}.pdf`, {
      cookie: mira.cookie,
      headers: { 'accept-language': 'ar' },
    });
    const { lines, info } = await readPdf(await bytesOf(answer));
    expect(info.Language).toBe('ar');
    // In right-to-left text, the spaces between words are gaps on the page.
    const words = ['إيصال', 'وحدات لعب البداية', '+1,234.56', 'وحدة لعب'].map((text) => text.replaceAll(' ', ''));
    expect(lines.map((line) => line.replaceAll(' ', ''))).toEqual(expect.arrayContaining(words));
  });
});

describe('the statement of a month', () => {
  test('has the balances of its ends and every line', async () => {
    const member = await newMember(5_000n);
    await postAll(club.db, [{ ...transferOf(member, 'stake', 1_234n), day: DAY }]);
    const answer = await call(server, `/api/me/statement/${month()}.pdf`, { cookie: member.cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${month()}.pdf"`);
    const { text, lines } = await readPdf(await bytesOf(answer));
    for (const amount of ['0.00', '50.00', '12.34', '37.66', '-12.34', '+50.00']) expect(text).toContain(amount);
    expect(lines).toContain('=Tercet');
    expect(lines).toContain('The month is not over: more may follow.');
  });

  test.each([
    ['2026-13', 400],
    ['1999-01', 400],
    ['2026-1', 400],
    ['2999-01', 404],
    ['2026-01.pdf/..', 404],
  ])('%s is answered %i', async (requested, status) => {
    const member = await newMember();
    expect((await call(server, `/api/me/statement/${requested}.pdf`, { cookie: member.cookie })).status).toBe(status);
  });
});

test('what is asked for in another way than the contract says is refused', async () => {
  const member = await newMember();
  for (const query of [
    'from=2026-02-30',
    'from=0000-01-01',
    'kind=gift',
    'kind=stake,gift',
    'minMinor=-1',
    'minMinor=1e3',
    `maxMinor=${'9'.repeat(19)}`,
    'locale=../x',
    'from=2026-02-02&to=2026-02-01',
  ]) {
    for (const path of ['/api/me/statement', '/api/me/statement.csv']) {
      if (query.startsWith('locale') && path === '/api/me/statement') continue;
      const answer = await call(server, `${path}?${query}`, { cookie: member.cookie });
      expect([400, 422], `${path}?${query}`).toContain(answer.status);
    }
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STEP_MAX } from '../../src/audit/verify.ts';
import { publishAuditHead } from '../../src/jobs/publish-audit-head.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
  // More acts than one step of the verification reads, inserted as the server would.
  await at.club.owner.query(`
    do $$ declare h bytea; n bigint; b text; begin
      select size, hash into n, h from audit.head;
      for i in 1 .. 5500 loop
        b := format('{"act":"sign-in","address":"test","after":null,"at":"2026-01-01T00:00:00.000Z","before":null,'
          || '"member":null,"seq":"%s","staff":null,"subject":null,"why":null}', n);
        h := sha256(h || convert_to(b, 'UTF8'));
        insert into audit.entry (seq, at, act, body, hash) values (n, '2026-01-01T00:00:00Z', 'sign-in', b, h);
        n := n + 1;
      end loop;
      update audit.head set size = n, hash = h;
    end $$`);
});
afterAll(() => at.close());

/** Verifies step by step, like the page. */
async function walk(): Promise<Record<'steps' | 'brokenAt' | 'fault' | 'what' | 'headsInBook', unknown>> {
  let from: unknown = '0';
  for (let steps = 1; ; steps++) {
    const { status, body } = await at.get(`/api/console/audit/verification?from=${from}`, at.staff.auditor);
    expect(status).toBe(200);
    expect(Number(body.checked)).toBeLessThanOrEqual(STEP_MAX);
    const { brokenAt, fault, what, headsInBook } = body;
    if (body.next === null || brokenAt !== null) return { steps, brokenAt, fault, what, headsInBook };
    from = body.next;
  }
}

test('a whole log is walked in bounded steps, each of them on record', async () => {
  await publishAuditHead(at.club.db);
  expect(await walk()).toEqual({ steps: 2, brokenAt: null, fault: null, what: null, headsInBook: 1 });
  const acts = await at.acts();
  expect(acts.filter(({ act }) => act === 'audit-verified')).toHaveLength(2);
});

describe('an act that was changed by hand is found, and it is the first', () => {
  test.each([
    [3, `update audit.entry set body = replace(body, 'test', 'rest') where seq = 3`],
    [STEP_MAX, `update audit.entry set body = replace(body, 'test', 'rest') where seq = ${STEP_MAX}`],
    [5_100, 'update audit.entry set act = $$x$$ where seq = 5100'],
    [17, 'delete from audit.entry where seq = 17'],
    [STEP_MAX - 1, `delete from audit.entry where seq = ${STEP_MAX - 1}`],
    [STEP_MAX, `delete from audit.entry where seq = ${STEP_MAX}`],
  ])('%s', async (seq, change) => {
    const { rows } = await at.club.owner.query('select * from audit.entry where seq = $1', [seq]);
    await at.club.owner.query(change);
    expect(await walk()).toMatchObject({ brokenAt: String(seq) });
    await at.club.owner.query('delete from audit.entry where seq = $1', [seq]);
    const columns = Object.keys(rows[0]);
    await at.club.owner.query(
      `insert into audit.entry (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(rows[0]),
    );
    expect((await walk()).brokenAt).toBeNull();
  });
});

test('the walk goes on behind columns that say something else', async () => {
  await at.club.owner.query(`update audit.entry set act = 'x' where seq = 3`);
  const first = await at.get('/api/console/audit/verification?from=0', at.staff.auditor);
  expect(first.body).toMatchObject({
    brokenAt: '3',
    fault: 'other-columns',
    checked: STEP_MAX,
    next: String(STEP_MAX),
  });
  await at.club.owner.query(`update audit.entry set act = 'sign-in' where seq = 3`);
});

test('a chain that fits itself and not what the book shows is found', async () => {
  const stored = await at.club.owner.query(`select * from book.entry where type = 'audit-head'`);
  expect(stored.rows).toHaveLength(1);
  await at.club.owner.query(`
    do $$ declare e record; h bytea := (select hash from audit.entry where seq = 5300); begin
      update audit.entry set body = replace(body, 'test', 'rest') where seq = 5301;
      for e in select seq, body from audit.entry where seq > 5300 order by seq loop
        h := sha256(h || convert_to(e.body, 'UTF8'));
        update audit.entry set hash = h where seq = e.seq;
      end loop;
      update audit.head set hash = h;
    end $$`);
  const what = 'or one before it is not what was published';
  expect(await walk()).toMatchObject({ fault: 'not-published', what });
});

test('is for auditor and owner', async () => {
  for (const who of [at.staff.support, at.staff.content, at.staff.finance]) {
    expect((await at.get('/api/console/audit/verification', who)).status).toBe(403);
  }
  expect((await at.get('/api/console/audit/verification?from=-1', at.staff.auditor)).status).toBe(400);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, signIn } from '../http/server.ts';
import { untilSomebodyWaits } from '../kit/locks.ts';
import { nameMember } from '../kit/persons.ts';
import { rewriteSessions } from '../kit/staff.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

async function file(path: string, who: { cookie: string }) {
  const answer = await call(at.server, path, { cookie: who.cookie });
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1);
  return { status: answer.status, type: answer.headers.get('content-type'), lines, text };
}

describe('a list as a file', () => {
  test('has what the list shows under the same filter, whole, and no secret', async () => {
    // More rows than one batch of the file.
    const { rows: members } = await at.club.owner.query(`
      with made as (
        insert into members.member (bucket, member_id, user_name, password_hash, birth_date, agreement_version, agreed_at, created_at)
        select ('x' || right(id::text, 2))::bit(8)::integer, id, 'Many' || n, 'none', '1990-01-01', 1, now(), now()
        from (select n, gen_random_uuid() as id from generate_series(1, 1050) n) x
        returning bucket, member_id, user_name
      ), named as (
        insert into members.user_name_claim (name_key, bucket, member_id)
        select lower(user_name), bucket, member_id from made
      )
      select member_id as "memberId", user_name as "userName" from made`);
    const { lines, type, status } = await file('/api/console/members.csv?state=active', at.staff.auditor);
    expect(status).toBe(200);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(lines[0]).toBe('id,user_name,joined_at,state');
    const ids = new Set(lines.slice(1).map((line) => line.split(',')[0]));
    expect(ids).toEqual(new Set(members.map(({ memberId }) => memberId)));
    const [one] = members;
    const some = await file(
      `/api/console/members.csv?userName=${one?.userName}&memberId=${one?.memberId}`,
      at.staff.owner,
    );
    expect(some.lines).toHaveLength(2);
    expect((await file('/api/console/members.csv?state=suspended', at.staff.owner)).lines).toHaveLength(1);
  });

  test('is not taken by asking for its head', async () => {
    await at.acts();
    const { cookie } = at.staff.finance;
    for (let turn = 0; turn < 5; turn++) {
      expect((await call(at.server, '/api/console/withdrawals.csv', { method: 'HEAD', cookie })).status).toBe(404);
    }
    expect(await at.acts()).toEqual([]);
  });

  test('is on record before it leaves: who, what, under which filter, how many rows', async () => {
    await at.acts();
    await file('/api/console/withdrawals.csv?state=paid', at.staff.finance);
    expect(await at.acts()).toEqual([
      expect.objectContaining({
        act: 'exported',
        staff: expect.objectContaining({ name: at.staff.finance.name }),
        after: { file: 'withdrawals.csv', filter: { state: 'paid' }, rows: 0 },
      }),
    ]);
  });

  test('names in the log whom its rows show, page by page, and each of them finds it', async () => {
    await at.acts();
    const { lines } = await file('/api/console/members.csv', at.staff.auditor);
    const shown = lines.slice(1).map((line) => line.split(',')[0]);
    const acts = await at.acts();
    expect(acts.map(({ act }) => act)).toEqual(['exported', 'rows-exported', 'rows-exported']);
    const named = acts.slice(1).flatMap(({ after }) => (after as { members: string[] }).members);
    expect(named.sort()).toEqual(shown.sort());
    const member = await signIn(at.club, await at.club.member());
    await file(`/api/console/members.csv?memberId=${member.memberId}`, at.staff.finance);
    const own = await at.get('/api/me/acts', member);
    expect(own.body.items).toMatchObject([{ act: 'rows-exported', role: 'finance' }]);
  });

  test('does not send its first byte while the log cannot be written', async () => {
    const client = await at.club.owner.connect();
    let answered = false;
    try {
      await client.query('begin');
      await client.query('select 1 from audit.head for update');
      const sent = file('/api/console/complaints.csv', at.staff.support).then((answer) => {
        answered = true;
        return answer;
      });
      await untilSomebodyWaits(at.club.owner);
      expect(answered).toBe(false);
      await client.query('rollback');
      expect((await sent).status).toBe(200);
    } finally {
      client.release();
    }
  });

  test('asks for a proof of presence of the last five minutes', async () => {
    const stale = await at.add('auditor');
    await rewriteSessions(at.club, stale.id, () => ({ proved_at: new Date(at.club.clock.nowMs() - 5 * 60_000) }));
    await at.acts();
    for (const what of ['members', 'withdrawals', 'payments', 'complaints', 'audit']) {
      const { status, text } = await file(`/api/console/${what}.csv`, stale);
      expect([what, status, JSON.parse(text).code]).toEqual([what, 403, 'step-up-needed']);
    }
    expect(await at.acts()).toEqual([]);
  });

  test('runs no formula in a spreadsheet, whatever somebody wrote', async () => {
    const member = await at.club.member();
    await nameMember(at.club.db, member);
    const words = '=HYPERLINK("#Sheet2","see")';
    const untilMs = at.club.clock.nowMs() + 86_400_000;
    const path = `/api/console/members/${member.memberId}/suspension`;
    for (const why of [words, '+1+1', '@SUM(A1)', '-2', '\t=1']) {
      expect((await at.post(path, { why, untilMs }, at.staff.support)).status).toBe(201);
    }
    const { lines } = await file(`/api/console/audit.csv?member=${member.memberId}`, at.staff.auditor);
    const whys = lines
      .filter((line) => line.includes('member-suspended'))
      .map((line) => line.split('member-suspended,')[1]);
    expect(whys).toHaveLength(5);
    for (const why of whys) expect(why).toMatch(/^"?'/);
  });

  test('has at most so many rows: the filter is to be narrowed', async () => {
    await at.club.owner.query(
      `insert into complaints.complaint (bucket, member_id, id, slip_id, draw_id, receipt_hash, evidence, evidence_hash, asked_at, due_at)
       select 0, '00000000-0000-7000-8000-000000000000', gen_random_uuid(), gen_random_uuid(), 'x/1', 'x', '{}', 'x', now(), now()
       from generate_series(1, 50001)`,
    );
    const tooMany = await file('/api/console/complaints.csv', at.staff.support);
    expect(tooMany.status).toBe(422);
    expect(tooMany.text).toContain('export-too-large');
    expect((await file('/api/console/complaints.csv?state=answered', at.staff.support)).lines).toHaveLength(1);
  });

  test('is for whom the list is for, and no faster than a person asks', async () => {
    expect((await file('/api/console/members.csv', at.staff.support)).status).toBe(403);
    expect((await file('/api/console/audit.csv', at.staff.finance)).status).toBe(403);
    const many = [];
    for (let turn = 0; turn < 14; turn++) many.push((await file('/api/console/payments.csv', at.staff.finance)).status);
    expect(many).toContain(429);
    expect(many[0]).toBe(200);
  });
});

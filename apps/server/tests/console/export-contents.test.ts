import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
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
  return { status: answer.status, lines, text };
}

describe('the file of a list', () => {
  test('has the sorting and filters of the list, names beside ids, and amounts in major and minor units', async () => {
    const member = await at.club.member();
    const { userName } = (await at.get(`/api/console/members/${member.memberId}`, at.staff.owner)).body;
    const add = (n: number, amount: number) =>
      at.club.owner.query(`set session_replication_role = 'replica';
        insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
          encrypted, key_id, bound_at, active_at, ended_at)
        values (${member.bucket}, '${member.memberId}', '00000000-0000-7000-8000-00000000000${n}', 'card', 'x', '=1+1',
          '•• 1', 'x', 'x', '', 'x', now(), now(), now());
        insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
          submitted_at, ended_at)
        values (${member.bucket}, '${member.memberId}', '00000000-0000-7000-8000-00000000000${n}', '2026-01-01',
          ${amount}, 'PLAY', '00000000-0000-7000-8000-00000000000${n}', 'x', 'paid', now(), now());
        set session_replication_role = 'origin'`);
    for (const [n, amount] of [250, 90_000, 1_000].entries()) await add(n + 1, amount);
    const query = `memberId=${member.memberId}&minMinor=300&sort=-amount`;
    const { lines } = await file(`/api/console/withdrawals.csv?${query}`, at.staff.finance);
    expect(lines[0]).toMatch(/^id,member_id,user_name,amount,amount_minor,amount_currency,state,holder,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 8))).toEqual([
      [member.memberId, userName, '900.00', '90000', 'PLAY', 'paid', "'=1+1"],
      [member.memberId, userName, '10.00', '1000', 'PLAY', 'paid', "'=1+1"],
    ]);
    const logged = (await at.acts()).filter(({ act }) => act === 'exported');
    expect(logged).toMatchObject([
      { after: { filter: { memberId: member.memberId, minMinor: true, sort: '-amount' }, rows: 2 } },
    ]);
  });

  test('of conversations names the member, and has nothing that was written', async () => {
    const member = await at.club.member();
    const id = '00000000-0000-7000-8000-0000000000aa';
    await at.club.owner.query(
      `insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries, labels)
       values ($1, $2, $3, 'question', '2026-01-02', '2026-01-03', 1, '{bet}')`,
      [member.bucket, member.memberId, id],
    );
    await at.club.owner.query(
      `insert into desk.entry (bucket, member_id, thread_id, n, key, words, at)
       values ($1, $2, $3, 1, gen_random_uuid(), 'a private matter', '2026-01-02')`,
      [member.bucket, member.memberId, id],
    );
    const { lines, text } = await file('/api/console/desk/threads.csv?sort=opened', at.staff.support);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${id},${member.memberId},`);
    expect(lines[1]).toContain(',question,open,bet,,1,,2026-01-02T00:00:00.000Z,');
    expect(text).not.toContain('private matter');
  });

  test.each([
    ['proposals', 'id,what,subject,member_id,user_name,why,proposed_by,proposed_at,outcome,'],
    ['hosts', 'id,name,city_id,city,services,languages,shown,unmet,reports,added_at,'],
    ['host-reports', 'id,member_id,user_name,host_id,host,reason,words,pictures,at,outcome,'],
    ['videos', 'id,name,class_id,state,age,access,price,price_minor,price_currency,hours,balance,'],
  ])('is there for %s', async (what, head) => {
    const { lines, status } = await file(`/api/console/${what}.csv`, at.staff.owner);
    expect([status, lines[0]?.startsWith(head)]).toEqual([200, true]);
  });
});

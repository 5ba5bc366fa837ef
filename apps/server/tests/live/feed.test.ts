import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LATE_AFTER_MS } from '../../src/draw/period-state.ts';
import type { Identity } from '../../src/identity.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { type LiveClub, NOWHERE, named, openLiveClub, poll } from './listening.ts';

const CHECK_MS = 15_000;

let live: LiveClub;
beforeAll(async () => {
  live = await openLiveClub();
});
beforeEach(() => live.begin());
afterEach(() => live.end());
afterAll(() => live.close());

describe('a draw', () => {
  test('is told step by step, with all that a screen needs', async () => {
    const { events, until } = await live.listening();
    const period = await live.play();
    await until(named('settled', period.drawId));
    const { rows } = await live.club.pool.query(
      `select encode(s.root, 'hex') as root, encode(d.signature, 'hex') as signature, s.at as sealed, d.at as drawn
       from draw.seal s join draw.draw d using (lottery_id, period) where period = $1`,
      [period.period],
    );
    const [{ root, signature, sealed, drawn }] = rows;
    const { drawId, round } = period;
    expect(events).toEqual([
      ['sealed', { drawId, root, slipCount: 0, sealedAtMs: sealed.getTime() }],
      ['drawn', { drawId, round, dice: diceOf(live.club, period), signature, drawnAtMs: drawn.getTime() }],
      ['settled', { drawId }],
    ]);
  });

  test('tells those who watch and had bet what became of it, and nobody else', async () => {
    const [winner, loser, away] = (await live.club.members(3, { credits: 1_000n })) as [Identity, Identity, Identity];
    const period = periodIn(live.club, live.table);
    const [a, b, c] = diceOf(live.club, period);
    const [wins, loses] = a + b + c >= 11 ? (['big', 'small'] as const) : (['small', 'big'] as const);
    const won = await live.club.place(winner, live.table, [{ bet: wins, stakeMinor: 100n }]);
    const lost = await live.club.place(loser, live.table, [{ bet: loses, stakeMinor: 300n }]);
    await live.club.place(away, live.table, [{ bet: wins, stakeMinor: 100n }]);
    const idle = await live.club.member();
    const { events, until } = await live.listening({ watching: () => [winner, loser, idle] });
    await live.play();
    await until(named('settled', period.drawId));
    const own = events.filter(([name]) => name.endsWith('balance'));
    const news = (availableMinor: string, slipId: string, state: string, payoutMinor: string) => ({
      availableMinor,
      heldMinor: '0',
      slipsSettled: [{ slipId, drawId: period.drawId, state, payoutMinor }],
    });
    expect(new Map(own)).toEqual(
      new Map([
        [`${winner.memberId} balance`, news('1092', won.prepared.slipId, 'won', '192')],
        [`${loser.memberId} balance`, news('700', lost.prepared.slipId, 'lost', '0')],
      ]),
    );
    expect(own).toHaveLength(2);
    expect(events.at(-1)?.[0]).toBe('settled');
  });

  test('is told to all before what anybody won is looked up', async () => {
    const member = await live.club.member({ credits: 500n });
    await live.club.place(member, live.table, [{ bet: 'odd', stakeMinor: 200n }]);
    const requests: string[] = [];
    const watching = (): Identity[] => {
      requests.push('who is watching');
      return [member];
    };
    const line = Promise.withResolvers<void>();
    const { events, until } = await live.listening({ watching, allNotified: () => line.promise });
    const period = await live.play();
    await until(named('drawn', period.drawId));
    // Enough time for a premature read.
    await live.club.owner.query('select pg_sleep(0.5)');
    expect(requests).toEqual([]);
    expect(events.at(-1)?.[0]).toBe('drawn');
    line.resolve();
    await until(named('settled', period.drawId));
    expect(events.map(([name]) => name).slice(-2)).toEqual([`${member.memberId} balance`, 'settled']);
  });

  test('that is void gives the stake back before it is called settled', async () => {
    const member = await live.club.member({ credits: 500n });
    const period = periodIn(live.club, live.table);
    await live.club.place(member, live.table, [{ bet: 'odd', stakeMinor: 200n }]);
    const { events, until } = await live.listening({ watching: () => [member] });
    await live.club.at(period.draws * 1_000);
    await advance(live.club, live.table);
    await until(named('settled', period.drawId));
    expect(events.map(([name]) => name)).toEqual(['void', `${member.memberId} balance`, 'settled']);
    expect(events[1]?.[1]).toMatchObject({
      availableMinor: '500',
      slipsSettled: [{ state: 'void', payoutMinor: '200' }],
    });
  });

  test('whose beacon is late is called so, once', async () => {
    const { events, until } = await live.listening({ url: NOWHERE });
    const period = periodIn(live.club, live.table);
    await live.club.at(period.locks * 1_000);
    await advance(live.club, live.table);
    poll();
    await until(named('sealed', period.drawId));
    await live.club.clock.set(period.draws * 1_000 + LATE_AFTER_MS);
    vi.advanceTimersByTime(200);
    expect(named('late')(events)).toBe(false);
    await live.club.clock.forward(1);
    vi.advanceTimersByTime(1_000);
    expect(events.filter(([name]) => name === 'late')).toEqual([['late', { drawId: period.drawId }]]);
    await live.club.at(live.club.clock.nowMs());
    await advance(live.club, live.table);
  });
});

test('a period that begins is told once, though the guessed clock steps back', async () => {
  const { events } = await live.listening({ url: NOWHERE });
  const { locks, period } = live.table.schedule();
  for (const ms of [-1_000, -1, 0, -3, 2, 5_000]) {
    await live.club.clock.set(locks * 1_000 + ms);
    vi.advanceTimersByTime(200);
  }
  const begun = events.filter(([name]) => name === 'period').map(([, data]) => data);
  expect(begun).toMatchObject([{ key: 'dice-30', period: period + 1, opensAtMs: locks * 1_000, state: 'open' }]);
});

test('a clock that jumps is told at once, and a small correction with the next regular message', async () => {
  const { clock } = live.club;
  const { events } = await live.listening({ url: NOWHERE });
  const reported = () => events.filter(([name]) => name === 'clock').map(([, data]) => data);
  await clock.forward(300);
  vi.advanceTimersByTime(200);
  expect(reported()).toEqual([]);
  const jumpedToMs = clock.nowMs() + 20_000;
  await clock.set(jumpedToMs);
  vi.advanceTimersByTime(200);
  expect(reported()).toEqual([{ nowMs: jumpedToMs }]);
  vi.advanceTimersByTime(400);
  expect(reported()).toHaveLength(1);
});

test('streams whose session is over are ended, though no message said so', async () => {
  const [stored, ended, idle, old] = (await live.club.members(4)) as [Identity, Identity, Identity, Identity];
  const { dropped, until } = await live.listening({ url: NOWHERE, watching: () => [stored, ended, idle, old] });
  for (const [member, change] of [
    [ended, 'ended_at'],
    [idle, 'idle_until'],
    [old, 'expires_at'],
  ] as const) {
    await live.club.owner.query(`update members.session set ${change} = to_timestamp($2) where member_id = $1`, [
      member.memberId,
      live.club.clock.nowMs() / 1_000,
    ]);
  }
  vi.advanceTimersByTime(CHECK_MS);
  await until(() => dropped.length >= 3);
  expect(dropped.sort()).toEqual([ended, idle, old].map(({ memberId }) => memberId).sort());
});

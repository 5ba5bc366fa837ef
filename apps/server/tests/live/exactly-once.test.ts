import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../src/identity.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Listening, type LiveClub, NOWHERE, named, openLiveClub, poll } from './listening.ts';

let live: LiveClub;
beforeAll(async () => {
  live = await openLiveClub();
});
beforeEach(() => live.begin());
afterEach(() => live.end());
afterAll(() => live.close());

describe('each event comes exactly once and in order', () => {
  function drawsOf(events: Listening['events']): string[] {
    return events.filter(([name]) => ['sealed', 'drawn', 'settled'].includes(name)).map(([n, d]) => `${n} ${d.drawId}`);
  }

  test('when every NOTIFY is lost', async () => {
    const listener = await live.listening({ url: NOWHERE });
    const played = [await live.play(), await live.play(), await live.play()];
    expect(listener.events).toEqual([]);
    poll();
    await listener.until(named('settled', played[2]?.drawId));
    for (let again = 0; again < 3; again++) poll();
    const last = await live.playAndHear(listener);
    expect(drawsOf(listener.events)).toEqual([
      ...played.flatMap(({ drawId }) => [`sealed ${drawId}`, `drawn ${drawId}`]),
      ...played.map(({ drawId }) => `settled ${drawId}`),
      ...['sealed', 'drawn', 'settled'].map((name) => `${name} ${last.drawId}`),
    ]);
  });

  test('when a draw is made and paid while the book is being read', async () => {
    let hook: (() => Promise<void>) | null = null;
    const db = live.club.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const run = result.rows.length > 0 ? hook : null;
        if (run) hook = null;
        await run?.();
        return result;
      },
    });
    const { events, until } = await live.listening({ url: NOWHERE, db });
    const period = periodIn(live.club, live.table);
    await live.club.at(period.locks * 1_000);
    await advance(live.club, live.table);
    // The feed has just read the seal; the draw is settled before the feed reads settlements.
    hook = async () => {
      await live.club.at(period.draws * 1_000);
      await advance(live.club, live.table);
    };
    poll();
    await until(named('settled', period.drawId));
    expect(drawsOf(events)).toEqual(['sealed', 'drawn', 'settled'].map((name) => `${name} ${period.drawId}`));
  });

  test('when the listening connection is cut, and comes back', async () => {
    const { events, until } = await live.listening();
    const before = await live.play();
    await until(named('settled', before.drawId));
    const { rows } = await live.club.owner.query(
      `select pg_terminate_backend(pid) as cut from pg_stat_activity
       where datname = current_database() and application_name = 'tercet listen'`,
    );
    expect(rows.length).toBe(1);
    // No poll triggers it: the new connection reads, since it may have missed notifications.
    const between = await live.play();
    await until(named('settled', between.drawId));
    const after = await live.play();
    await until(named('settled', after.drawId));
    const expected = [before, between, after].flatMap(({ drawId }) =>
      ['sealed', 'drawn', 'settled'].map((name) => `${name} ${drawId}`),
    );
    expect(drawsOf(events)).toEqual(expected);
  });

  test('when reading fails in between', async () => {
    let failing = false;
    const watching = (): Identity[] => {
      if (failing) throw new Error('test: failing');
      return [];
    };
    const listener = await live.listening({ url: NOWHERE, watching });
    const period = await live.play();
    failing = true;
    poll();
    await listener.until(() => listener.faults.includes('feed'));
    failing = false;
    poll();
    await listener.until(named('settled', period.drawId));
    const last = await live.playAndHear(listener);
    const settled = listener.events.filter(([name]) => name === 'settled').map(([, data]) => data.drawId);
    expect(settled).toEqual([period.drawId, last.drawId]);
  });

  test('when thousands come at the same moment, after a long stop', async () => {
    const listener = await live.listening({ url: NOWHERE });
    const first = periodIn(live.club, live.table).period;
    const count = 2_600;
    await live.club.at((first + count) * 30_000 + 20_000);
    await advance(live.club, live.table);
    poll();
    await listener.until((all) => all.filter(([name]) => name === 'settled').length >= count);
    poll();
    await live.playAndHear(listener);
    const expected = Array.from({ length: count }, (_, n) => `dice-30/${first + n}`);
    for (const name of ['void', 'settled']) {
      const reported = listener.events.filter(([event]) => event === name).map(([, data]) => data.drawId);
      expect(reported.slice(0, count)).toEqual(expected);
      expect(reported.length).toBe(name === 'void' ? count : count + 1);
    }
  });

  test('when the book holds an entry that this version cannot read', async () => {
    const listener = await live.listening({ url: NOWHERE });
    const before = await live.play();
    await live.club.owner.query(`select book.append(array['{"type":"liabilities"}'])`);
    for (let again = 0; again < 3; again++) poll();
    await listener.until(() => listener.faults.length > 0);
    const after = await live.playAndHear(listener);
    const last = await live.playAndHear(listener);
    expect(listener.faults).toHaveLength(1);
    expect(drawsOf(listener.events)).toEqual(
      [before, after, last].flatMap(({ drawId }) => ['sealed', 'drawn', 'settled'].map((name) => `${name} ${drawId}`)),
    );
  });
});

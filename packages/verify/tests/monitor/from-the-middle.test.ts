import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawOf } from '../../../fair/tests/book-kit.ts';
import { FIRST, MonitoredClub } from '../kit/monitored.ts';

let club: MonitoredClub;
beforeEach(async () => {
  club = await MonitoredClub.start(2);
});
afterEach(() => club.close());

test('a club is followed from the middle of its book, with the tables before it', async () => {
  const watching = await club.monitor(['--since', '3']);
  expect(watching.printed[0]).toMatchObject({ event: 'started', size: 3 });
  expect(await watching.steps()).toEqual([]);
  club.play(2);
  expect(await watching.steps()).toEqual([]);
  expect(watching.monitor.store.counts).toMatchObject({ entries: 4, draws: 2 });
});

test.each([
  ['with', true],
  ['without', false],
])('a club is followed from the middle %s the stops of betting before it', async (_, isListed) => {
  const { tLock } = drawOf(FIRST + 2);
  const order = { reason: 'maintenance', authority: '', reference: '', until: '0' } as const;
  club.book.append({ type: 'stop', what: 'betting', from: String(tLock - 60), ...order });
  if (!isListed) {
    club.instead = (request, response) => {
      if (!request.url?.includes('type=stop')) return false;
      response.end(JSON.stringify({ items: [], nextCursor: null }));
      return true;
    };
  }
  const watching = await club.monitor(['--since', '6']);
  await watching.steps();
  // A period in the stop, with bets.
  club.play(2);
  expect(await watching.steps()).toEqual(isListed ? ['bets-in-stop'] : []);
});

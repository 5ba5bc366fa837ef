import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Identity } from '../../src/identity.ts';
import { type Listening, type LiveClub, openLiveClub } from './listening.ts';

let live: LiveClub;
beforeAll(async () => {
  live = await openLiveClub();
});
beforeEach(() => live.begin());
afterEach(() => live.end());
afterAll(() => live.close());

const reported = ({ memberId }: Identity, { events }: Pick<Listening, 'events'>) =>
  events.filter(([name]) => name === `${memberId} balance`).map(([, data]) => data);

async function hears(listener: Listening, member: Identity): Promise<void> {
  await listener.until((events) => reported(member, { events }).length > 0);
}

test('what a member spends at one process, the screens at others are told; those here once', async () => {
  const [mira, tomas] = (await live.club.members(2, { credits: 1_000n })) as [Identity, Identity];
  const watching = () => [mira, tomas];
  const [here, there] = [await live.listening({ watching }), await live.listening({ watching })];
  await live.club.place(mira, live.table, [{ bet: 'big', stakeMinor: 300n }]);
  here.notifySpent(mira.memberId, 700n);
  await hears(there, mira);
  expect(reported(mira, there)).toEqual([{ availableMinor: '700', heldMinor: '0', slipsSettled: [] }]);
  // A later notification finds no other new events.
  there.notifySpent(tomas.memberId, 1_000n);
  await hears(here, tomas);
  expect(reported(mira, here)).toEqual([{ availableMinor: '700', slipsSettled: [] }]);
});

test('more members than fit into one message are all told', async () => {
  const members: Identity[] = [];
  while (members.length < 250) members.push(...(await live.club.members(50)));
  const here = await live.listening();
  let watching: Identity[] = [];
  const there = await live.listening({ watching: () => watching });
  watching = members;
  for (const { memberId } of members) here.notifySpent(memberId, 5n);
  await there.until((events) => members.every((member) => reported(member, { events }).length > 0));
  expect([...here.faults, ...there.faults]).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuard } from '../../src/book/guard.ts';
import { advance, creditsOf, diceOf, outcomeOf, winOf } from '../draw/drawing.ts';
import { openWitnessedClub, type WitnessedClub } from '../draw/witnessed-club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { type Restorable, restorable } from './restored-club.ts';

let world: WitnessedClub;
let restored: Restorable;
beforeEach(async () => {
  world = await openWitnessedClub();
  restored = await restorable(world.club, world.keys, world.links);
});
afterEach(async () => {
  await restored.close();
  await world.close();
});

test('a seal that witnesses saw in time counts again: what they publish says when it was', async () => {
  const { club, table } = world;
  const { period, winner } = await world.play();
  await restored.publish();
  await restored.backUp();
  await world.at(period.sealFromMs);
  await world.untilWitnessed();
  await restored.publish();
  await restored.putBack();
  // By the club's own clock, it would be far too late.
  await club.at((period.draws + 3_600) * 1_000);
  const { source, silent } = await restored.recover();
  expect([source, silent]).toEqual([restored.store, []]);
  await advance(club, table);
  expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], entries: ['seal', 'draw'] });
  expect(await creditsOf(club, winner)).toEqual([['payout', winOf(club, winner, period)]]);
});

test('what witnesses saw is enough to keep a database from writing that was put back', async () => {
  const { club, links, keys } = world;
  await restored.publish();
  await restored.backUp();
  const { period } = await world.play();
  await world.at(period.sealFromMs);
  await world.untilWitnessed();
  await restored.putBack();
  const guardWith = (witnesses: typeof links) =>
    createGuard({ db: club.draw, keysDir: `${keys.path}/none`, origin: ORIGIN, outside: { stores: [], witnesses } });
  await expect(guardWith(links).refuse()).rejects.toThrow('book recover');
  // One of three witnesses may be unreachable; with two of them unreachable, the state is unknown.
  const away = links.map((link) => ({ ...link, cosigned: () => Promise.reject(new Error('away')) }));
  await expect(guardWith([...links.slice(0, 2), ...away.slice(2)]).refuse()).rejects.toThrow('book recover');
  await expect(guardWith([...links.slice(0, 1), ...away.slice(1)]).refuse()).rejects.toThrow(/recover|is not known/);
  await expect(guardWith(away).refuse()).rejects.toThrow('is not known');
});

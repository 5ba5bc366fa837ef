import { newId } from '../../../src/db/ids.ts';
import { MINUTE_MS } from '../../../src/durations.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { type Delivery, type FakeProvider, paidIn, saying } from '../../kit/provider.ts';
import { type Random, seededRandom } from '../../kit/random.ts';

/** A delivery; `genuine` if the provider signed it. */
export interface Throw extends Delivery {
  genuine: boolean;
}

/** Required state of a top-up after the storm, in any order of deliveries. */
export interface Expected {
  topUpId: string;
  amount: bigint;
  /** Number of payments in its amount and currency. The first is credited. */
  fitting: number;
  /** Number of payments in another amount or currency. */
  other: number;
  /** News other than payments. */
  said: Set<'pending' | 'declined' | 'expired'>;
}

export interface StormPlan {
  throws: Throw[];
  expected: Expected[];
}

export interface StormOptions {
  provider: FakeProvider;
  nowMs: number;
  topUps: readonly { id: string; amount: bigint }[];
  deliveries: number;
  seed: number;
}

/**
 * Deliveries in random order. Messages about top-ups occur repeatedly, also as different messages about the same
 * payment. Forgeries, stale messages and messages about unknown top-ups are mixed in.
 */
export function planStorm({ provider, nowMs, topUps, deliveries, seed }: StormOptions): StormPlan {
  const random = seededRandom(seed);
  const reported = topUps.map((topUp) => messagesFor(random, topUp));
  const genuine = reported.flatMap(({ events }) => events).concat(aboutNothing(random, 50));
  const throws = genuine.map((event) => ({ ...provider.deliver([event], nowMs), genuine: true }));
  while (throws.length < deliveries * 0.75) {
    const [event, more] = [pick(random, genuine), pick(random, genuine)];
    const events = random.chance(0.2) ? [event, more] : [event];
    throws.push({ ...provider.deliver(events, nowMs + jitter(random)), genuine: true });
  }
  while (throws.length < deliveries) {
    throws.push({ ...forged(random, provider, pick(random, topUps), nowMs), genuine: false });
  }
  return { throws: random.shuffled(throws), expected: reported.map(({ expected }) => expected) };
}

function messagesFor(random: Random, { id, amount }: { id: string; amount: bigint }) {
  const events: ProviderEvent[] = [];
  const expected: Expected = { topUpId: id, amount, fitting: 0, other: 0, said: new Set() };
  for (const kind of ['pending', 'declined', 'expired'] as const) {
    if (!random.chance(0.25)) continue;
    events.push(saying(kind, id));
    expected.said.add(kind);
  }
  const payments = random.chance(0.85) ? 1 + Number(random.chance(0.1)) : 0;
  for (let n = 0; n < payments; n++) {
    const providerRef = newId();
    events.push(paidIn(id, amount, { providerRef }));
    // The same payment in another message.
    if (random.chance(0.3)) events.push(paidIn(id, amount, { providerRef }));
    expected.fitting += 1;
  }
  if (random.chance(0.12)) {
    events.push(paidIn(id, random.chance(0.5) ? amount - 1n : amount * 100n));
    expected.other += 1;
  }
  if (random.chance(0.08)) {
    events.push(paidIn(id, amount, { currency: 'EUR' }));
    expected.other += 1;
  }
  return { events, expected };
}

function aboutNothing(random: Random, count: number): ProviderEvent[] {
  return Array.from({ length: count }, () => paidIn(newId(), BigInt(1 + random.below(1_000_000))));
}

function forged(
  random: Random,
  provider: FakeProvider,
  topUp: { id: string; amount: bigint },
  nowMs: number,
): Delivery {
  const events = [paidIn(topUp.id, random.chance(0.5) ? topUp.amount : topUp.amount * 10n)];
  const kinds: (() => Delivery)[] = [
    () => provider.deliver(events, nowMs, { secret: 'not the secret of the provider and the club' }),
    () => provider.deliver(events, nowMs - 6 * MINUTE_MS - random.below(10 * MINUTE_MS)),
    () => provider.deliver(events, nowMs + 6 * MINUTE_MS),
    () => ({ ...provider.deliver(events, nowMs), headers: { 'content-type': 'application/json' } }),
    () => withBodyOf(provider.deliver([saying('pending', topUp.id)], nowMs), provider.deliver(events, nowMs)),
  ];
  return pick(random, kinds)();
}

/** Combines the signature of one message with the body of another. */
function withBodyOf({ headers }: Delivery, { body }: Delivery): Delivery {
  return { headers, body };
}

function jitter(random: Random): number {
  return random.below(4 * MINUTE_MS) - 2 * MINUTE_MS;
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

import { newId } from '../../src/db/ids.ts';
import type { ProviderEvent } from '../../src/payments/provider/provider.ts';
import { type Delivery, type FakeProvider, paidIn, saying } from '../kit/provider.ts';
import { type Random, seededRandom } from '../kit/random.ts';

/** A delivery of the storm, and whether it is the provider's own. */
export interface Throw extends Delivery {
  genuine: boolean;
}

/** What must have become of a top-up once the storm is over, whatever the order was. */
export interface Expected {
  topUpId: string;
  amount: bigint;
  /** Payments of its amount and currency: the first is credited. */
  fitting: number;
  /** Payments of another amount or currency. */
  other: number;
  /** Short of money, what the provider said of it. */
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

const MINUTE_MS = 60_000;

/**
 * So many deliveries in random order: messages about top-ups, each several times and some in several messages, and in
 * between forgeries, messages with stale times, and such about nothing.
 */
export function planStorm({ provider, nowMs, topUps, deliveries, seed }: StormOptions): StormPlan {
  const random = seededRandom(seed);
  const told = topUps.map((topUp) => tellOf(random, topUp));
  const genuine = told.flatMap(({ events }) => events).concat(aboutNothing(random, 50));
  const throws = genuine.map((event) => ({ ...provider.deliver([event], nowMs), genuine: true }));
  while (throws.length < deliveries * 0.75) {
    const [event, more] = [pick(random, genuine), pick(random, genuine)];
    const events = random.chance(0.2) ? [event, more] : [event];
    throws.push({ ...provider.deliver(events, nowMs + jitter(random)), genuine: true });
  }
  while (throws.length < deliveries) {
    throws.push({ ...forged(random, provider, pick(random, topUps), nowMs), genuine: false });
  }
  return { throws: random.shuffled(throws), expected: told.map(({ expected }) => expected) };
}

function tellOf(random: Random, { id, amount }: { id: string; amount: bigint }) {
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
    // The same payment in a message of its own.
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

/** The signature of one message over the bytes of another. */
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

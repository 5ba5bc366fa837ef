import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { liabilitiesJob } from '../../src/jobs/liabilities-job.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { RESTED } from '../../src/jobs/timed-job.ts';
import { takeSnapshot } from '../../src/ledger/liabilities/snapshot.ts';
import { registerHouseMetrics } from '../../src/metrics/house-metrics.ts';
import { type Club, openClub } from '../kit/club.ts';
import { dateNow, midnightNext, START_MS } from '../ledger/owed-model.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub({ startMs: START_MS });
  await club.openTable({ key: 'dice-300', periodSeconds: 300 });
  await club.at(midnightNext(club));
});
afterAll(() => club.close());

/** Age of the published liabilities in seconds, from a new registry. */
async function ageSeconds(): Promise<number | undefined> {
  const registry = new Registry();
  registerHouseMetrics(registry, { db: club.draw, catalogue: club.catalogue, onFault: () => {} });
  const line = /^tercet_liabilities_age_seconds (\S+)$/m.exec(await registry.metrics());
  return line ? Number(line[1]) : undefined;
}

async function sinceBookBegan(): Promise<number> {
  const { rows } = await club.owner.query(
    'select extract(epoch from clock.now() - at)::float8 as age from book.entry where seq = 0',
  );
  return rows[0].age;
}

test('a try that failed is followed by a rest, which has neither gone well nor failed', async () => {
  const job = liabilitiesJob({ urls: { jobs: 'postgres://nobody@127.0.0.1:1/none' } } as Config, club.db);
  await expect(job.run()).rejects.toThrow();
  expect(await job.run()).toBe(RESTED);
  await job.stop();
});

test('a house that has never published what it owes is as late as its book is old', async () => {
  expect(await sinceBookBegan()).toBeGreaterThan(0);
  expect(await ageSeconds()).toBe(await sinceBookBegan());
});

test('a snapshot that nothing was published of does not count, and a published one from its time on', async () => {
  const { read } = await takeSnapshot(club.jobs, dateNow(club));
  await read.end();
  await club.clock.forward(MINUTE_MS);
  expect(await ageSeconds()).toBe(await sinceBookBegan());
  expect(await publishLiabilities(club.jobs)).toBe('published');
  expect(await ageSeconds()).toBe(60);
});

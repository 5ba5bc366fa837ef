import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerJobMetrics } from './job-metrics.ts';

async function figure(registry: Registry, name: string, labels: string): Promise<number | undefined> {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`tercet_${name}{${labels}} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('a job that has never gone well shows since its process began, and its first failure is one more than none', async () => {
  const registry = new Registry();
  const jobs = registerJobMetrics(registry);
  const nowSeconds = Date.now() / 1_000;
  jobs.begin('send payouts');
  expect(await figure(registry, 'job_runs_total', 'job="send payouts",result="failed"')).toBe(0);
  jobs.ran('send payouts', false);
  expect(await figure(registry, 'job_runs_total', 'job="send payouts",result="failed"')).toBe(1);
  expect(await figure(registry, 'job_runs_total', 'job="send payouts",result="ok"')).toBe(0);
  const at = await figure(registry, 'job_succeeded_timestamp_seconds', 'job="send payouts"');
  expect(at).toBeGreaterThanOrEqual(Math.floor(nowSeconds));
  expect(at).toBeLessThan(nowSeconds + 5);
});

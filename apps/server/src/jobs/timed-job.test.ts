import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, RESTED, startJob } from './timed-job.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reported results of the runs that a job starts within so many of its turns. */
async function resultsOf(run: Job['run'], turns = 1): Promise<boolean[]> {
  const reports: boolean[] = [];
  const figures = { begin: () => {}, ran: (_job: string, ok: boolean) => void reports.push(ok) };
  const job = startJob({ name: 'try', everyMs: 1_000, run }, { log: { warn: vi.fn() }, underWay: new Set(), figures });
  await vi.advanceTimersByTimeAsync((turns - 1) * 1_000 + 1);
  await job.stop();
  return reports;
}

test.each([
  ['goes well, whatever it gives', async () => 7, [true]],
  ['fails', () => Promise.reject(new Error('test: no')), [false]],
  [
    'cannot even begin',
    () => {
      throw new Error('test: never');
    },
    [false],
  ],
  ['rests after a failure', async () => RESTED, []],
])('a run that %s is told as that', async (_, run, reported) => {
  expect(await resultsOf(run as Job['run'])).toEqual(reported);
});

test('a job runs at once and by its clock; one that is slow is not overtaken', async () => {
  expect(await resultsOf(async () => {}, 3)).toEqual([true, true, true]);
  const run = vi.fn(() => new Promise(() => {}));
  expect(await resultsOf(run, 3)).toEqual([]);
  expect(run).toHaveBeenCalledOnce();
});

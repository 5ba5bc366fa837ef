import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch(({ code, message }) => code ?? message);

test('callers with the same id share one outcome; later ones begin anew', async () => {
  const shared = createSharedWork<number>({ waitingMax: 10, code: 'bets-waiting' });
  const gate = Promise.withResolvers<void>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await gate.promise;
    return runs;
  };
  const callers = [1, 2, 3].map(() => shared.run('one', work));
  const other = shared.run('other', async () => 7);
  gate.resolve();
  expect(await Promise.all(callers)).toEqual([
    { value: 1, isShared: false },
    { value: 1, isShared: true },
    { value: 1, isShared: true },
  ]);
  expect(await other).toEqual({ value: 7, isShared: false });
  expect(await shared.run('one', work)).toEqual({ value: 2, isShared: false });
});

test('a failure is shared too, and so many may wait for it, and no more', async () => {
  const shared = createSharedWork({ waitingMax: 1, code: 'bets-waiting' });
  const gate = Promise.withResolvers<never>();
  const callers = [1, 2, 3].map(() => codeOf(shared.run('one', () => gate.promise)));
  gate.reject(new Error('no'));
  expect(await Promise.all(callers)).toEqual(['no', 'no', 'bets-waiting']);
  expect(await codeOf(shared.run('one', async () => 1))).toBe('done');
});

import { describe, expect, test } from 'vitest';
import { end, isReady, lives, SLOW_MS, starting } from './starting.ts';

const { open, openAsNpm, openedBefore, refusal } = starting();

describe('npm start beside an earlier or running one', { timeout: SLOW_MS }, () => {
  test('starts again after a kill -9 of all its processes', async () => {
    await openedBefore();
    const first = await open();
    await end(first.process, 'SIGKILL');
    const { server, beacon, sandbox } = first.pids;
    await expect.poll(() => [server, beacon, sandbox].some(lives), { timeout: 15_000 }).toBe(false);
    expect(lives(first.pids.postgres)).toBe(true);
    const second = await open();
    expect(second.pids.postgres).toBe(first.pids.postgres);
    expect(second.sandboxUrl).toBe(first.sandboxUrl);
    expect(await isReady(second.address)).toBe(true);
  });

  test('stops when its npm is killed, although no signal arrives', async () => {
    await openedBefore();
    const { npm, address, pids } = await openAsNpm();
    await end(npm, 'SIGKILL');
    await expect.poll(() => isReady(address), { timeout: 15_000 }).toBe(false);
    await expect.poll(() => Object.values(pids).some(lives), { timeout: 15_000 }).toBe(false);
  });

  test('refuses a second start on the same data, and continues', async () => {
    await openedBefore();
    const club = await open();
    const { code, output } = await refusal({});
    expect(code).toBe(1);
    expect(output).toEqual([expect.stringMatching(/^Tercet runs on .* already \(process \d+\): a second one needs/)]);
    const { port } = new URL(club.address);
    expect((await refusal({ PORT: port })).output).toEqual([
      expect.stringMatching(`^Port ${port} on 127.0.0.1 is taken`),
    ]);
    expect(await isReady(club.address)).toBe(true);
  });
});

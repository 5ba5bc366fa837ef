import assert from 'node:assert/strict';
import type { Server } from './server.ts';

/** As `systemd-analyze security` counts: 0 is best, 10 worst. Services without any option have 9.6. */
const EXPOSURE_MAX = 3;

/** Verifies from inside what the units promise: no rights, no new ones, filtered calls, and a read-only system. */
export async function hardening({ sh }: Server, units: readonly string[]): Promise<void> {
  for (const unit of units) {
    const pid = (await sh(`systemctl show -P MainPID ${unit}`)).trim();
    const status = await sh(`cat /proc/${pid}/status`);
    const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    for (const set of ['CapEff', 'CapPrm', 'CapInh', 'CapBnd', 'CapAmb']) {
      assert.match(field(set), /^0+$/, `${unit} has capabilities: ${set}`);
    }
    assert.equal(field('NoNewPrivs'), '1', `${unit} may gain rights`);
    assert.equal(field('Seccomp'), '2', `${unit} may make any system call`);
    assert.notEqual(field('Uid'), '0', `${unit} runs as root`);
    assert.match(await sh(`systemctl show -P MemoryMax ${unit}`), /^\d+$/m, `${unit} has no memory limit`);
    const judged = await sh(`systemd-analyze security --no-pager ${unit} | tail -n 1`);
    const [, exposure = '10'] = /: (\d+\.\d)/.exec(judged) ?? [];
    assert.ok(Number(exposure) <= EXPOSURE_MAX, `${unit} is exposed: ${exposure}`);
    // Root enters the unit's view of the files, so only the mounts can refuse.
    const write = (path: string): Promise<string> =>
      sh(`nsenter --target ${pid} --mount touch ${path}/tercet-test 2>&1 || true`);
    for (const path of ['/etc', '/usr', '/opt/tercet/releases/0.1.0']) {
      assert.match(await write(path), /Read-only file system/, `${unit} may write to ${path}`);
    }
    const keys = await write('/var/lib/tercet/keys');
    if (unit.startsWith('tercet-draw')) assert.equal(keys, '', 'draws store what they signed');
    else assert.match(keys, /Read-only file system/, `${unit} may change keys`);
  }
  await sh('rm -f /var/lib/tercet/keys/tercet-test');
}

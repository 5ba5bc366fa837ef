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
    await apart({ sh }, unit, pid);
  }
}

/** A thief in one process reaches neither the keys nor the settings of another. */
async function apart({ sh }: Pick<Server, 'sh'>, unit: string, pid: string): Promise<void> {
  const role = /^tercet-([a-z]+)/.exec(unit)?.[1] ?? '';
  const user = `tercet-${role}`;
  assert.equal((await sh(`stat -c %U /proc/${pid}`)).trim(), user, `${unit} runs as another user`);
  const folder = (await sh(`tr '\\0' '\\n' < /proc/${pid}/environ | sed -n 's/^TERCET_KEYS=//p'`)).trim();
  const keys = (await sh(`ls ${folder}`)).split(/\s+/).filter((name) => name !== '' && name !== 'book-signed');
  assert.ok(keys.length > 0, `${unit} has no keys`);
  const isOwn = (name: string): boolean => (role === 'draw') === name.startsWith('book-key');
  assert.deepEqual(
    keys.filter((name) => !isOwn(name)),
    [],
    `${unit} has keys of others`,
  );
  const as = (command: string): Promise<string> =>
    sh(`nsenter --target ${pid} --mount runuser -u ${user} -- sh -c '${command}' 2>&1 || true`);
  assert.match(await as('ls /var/lib/tercet/keys'), /denied/, `${unit} reads the folder of all keys`);
  assert.match(await as('cat /etc/tercet/owner.env'), /denied/, `${unit} reads the owner's password`);
  for (const other of ['api@1', 'draw@1', 'jobs'].filter((name) => !name.startsWith(role))) {
    const its = (await sh(`systemctl show -P MainPID tercet-${other}`)).trim();
    assert.match(await as(`cat /proc/${its}/environ`), /denied|No such file/, `${unit} reads the settings of ${other}`);
  }
}

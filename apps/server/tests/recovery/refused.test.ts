import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { BookFault } from '../../src/book/book-fault.ts';
import { createGuard } from '../../src/book/guard.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { startDrawLoop } from '../../src/draw/worker/draw-loop.ts';
import { growTo, signDeps } from '../book/book-kit.ts';
import { drawDeps, until } from '../draw/drawing.ts';
import type { Club } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { roleEnvironment } from '../setup/database.ts';
import { type Losing, openLosing } from './losing.ts';
import type { Restorable } from './restored-club.ts';

let club: Club;
let world: Restorable;
let losing: Losing;
beforeEach(async () => {
  losing = await openLosing();
  ({ club, world } = losing);
});
afterEach(() => losing.close());

describe('until it is recovered', () => {
  test('nothing is signed, and who asks before writing is told what to run', async () => {
    await losing.loseDraw();
    await growTo(club.db, (await losing.bodies()).length + 1);
    await expect(signTreeHeads(signDeps(club, losing.keys))).rejects.toThrow('database-lost.md');
    const guard = ({ outside } = world.deps()) =>
      createGuard({ db: club.draw, keysDir: losing.keys.path, origin: ORIGIN, outside });
    await expect(guard().refuse()).rejects.toThrow('club book recover');
    // Without the local file, the store shows it.
    const file = join(losing.keys.path, 'book-signed');
    const text = readFileSync(file);
    rmSync(file);
    await expect(guard().refuse()).rejects.toThrow('club book recover');
    // If no source can be reached, the guard refuses too.
    const store = { get: () => Promise.reject(new Error('away')) };
    const silent = world.deps({ outside: { stores: [{ name: 'the store', store }], witnesses: [] } });
    await expect(guard(silent).refuse()).rejects.toThrow('away');
    writeFileSync(file, text);
    await expect(guard(silent).refuse()).rejects.toThrow('club book recover');
    const command = (args: string[]) =>
      clubLines(['book', ...args], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: losing.keys.path });
    await expect(command(['rotate-key'])).rejects.toThrow('club book recover');
  });

  test('and once it has grown by itself, it is refused: that is another book', async () => {
    const { entries } = await losing.loseDraw();
    await growTo(club.db, (await losing.bodies()).length + 1);
    await expect(world.recover()).rejects.toThrow(BookFault);
    await growTo(club.db, entries.length + 5);
    const before = await losing.everything();
    await expect(world.recover()).rejects.toThrow('fork-reported.md');
    expect(await losing.everything()).toBe(before);
  });

  test('no role starts: it ends with one line that says what to run', { timeout: 120_000 }, async () => {
    await losing.loseDraw();
    for (const role of ['draw', 'api,jobs']) {
      const run = spawnSync(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), `--role=${role}`], {
        env: {
          PATH: process.env.PATH,
          ...roleEnvironment(club.database),
          TERCET_KEYS: losing.keys.path,
        },
        encoding: 'utf8',
      });
      expect([run.status, run.stdout]).toEqual([1, '']);
      expect(run.stderr.trim().split('\n')).toEqual([expect.stringContaining('club book recover')]);
    }
  });

  test('a draw role that runs already writes nothing, and goes on by itself afterwards', async () => {
    const { period, entries } = await losing.loseDraw();
    const before = await losing.everything();
    const faults: string[] = [];
    const loop = startDrawLoop({
      ...drawDeps(club, { onFault: (_, error) => faults.push(String(error)) }),
      catalogue: club.catalogue,
      beacons: () => [club.beacon],
      origin: ORIGIN,
      witnesses: [],
      guard: createGuard({ db: club.draw, keysDir: losing.keys.path, origin: ORIGIN, outside: world.deps().outside }),
    });
    await until('the refusal', async () => faults.length > 0);
    expect(faults[0]).toContain('club book recover');
    expect(await losing.everything()).toBe(before);
    await world.recover();
    await until('the payment', async () => {
      const { rows } = await club.owner.query(`select from draw.settlement_step where period = $1 and state = 'done'`, [
        period.period,
      ]);
      return rows.length > 0;
    });
    await loop.stop();
    expect((await losing.bodies()).slice(0, entries.length)).toEqual(entries);
  });
});

describe('what was published is taken only as it was signed', () => {
  async function refused(what: string): Promise<void> {
    const before = await losing.everything();
    await expect(world.recover()).rejects.toThrow(what);
    expect(await losing.everything()).toBe(before);
  }

  /** Changes one byte in the newest file of a folder. */
  function damage(folder: string): void {
    const files = readdirSync(join(world.store, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort((a, b) => Number(/p\/(\d+)$/.exec(a)?.[1]) - Number(/p\/(\d+)$/.exec(b)?.[1]));
    for (const path of files) {
      const bytes = readFileSync(path);
      const at = bytes.length - 20;
      bytes[at] = bytes[at] === 0x31 ? 0x32 : 0x31;
      writeFileSync(path, bytes);
    }
  }

  test('not from a store in which an entry was changed', async () => {
    await losing.loseDraw();
    damage('tile/entries');
    await refused('not to be had');
  });

  test('not where the list of sealed slips is another, or is missing', async () => {
    const { period } = await losing.loseDraw();
    damage('slips');
    await refused('not the one that was sealed');
    rmSync(join(world.store, 'slips', period.drawId));
    await refused('has no list of them');
  });

  test('not from a store that is behind what the key signed, nor from another house’s', async () => {
    await losing.loseDraw();
    rmSync(join(world.store, 'tile'), { recursive: true });
    await refused('it has no tile/entries');
    const empty = temporaryFolder('tercet-restore-empty-');
    const outside = { stores: [{ name: 'empty', store: diskStore(empty.path) }], witnesses: [] };
    await expect(world.recover({ outside })).rejects.toThrow('empty: it has no');
    await expect(world.recover({ outside: { stores: [], witnesses: [] } })).rejects.toThrow('no store of the book');
    empty.remove();
    const note = readFileSync(join(world.store, 'checkpoint'), 'utf8');
    writeFileSync(join(world.store, 'checkpoint'), note.replace(/— (\S+) \S+/, '— $1 AAAAAAAA'));
    await refused('not to be had');
  });

  test('not without the keys', async () => {
    await losing.loseDraw();
    const none = temporaryFolder('tercet-restore-keys-');
    await expect(world.recover({ keysDir: none.path })).rejects.toThrow('put the keys back first');
    none.remove();
  });
});

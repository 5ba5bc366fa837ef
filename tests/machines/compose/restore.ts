import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, run } from '../engine/podman.ts';
import type { Slip } from '../slips.ts';
import { aDrawFalls, type Visit, visit } from './checks.ts';
import { PROJECT } from './run-arguments.ts';

const PRIMARY = `${PROJECT}-postgres-rw-1`;
const VOLUME = `${PROJECT}-postgres`;
const BACKUP_BYTES_MIN = 1_000_000;

/**
 * Takes a base backup as docs/operating/deploy.md says, loses the database's volume, and restores it. What was settled
 * before the backup is there again, and the next draw falls.
 */
export async function restores(visitor: Visit, folder: string): Promise<void> {
  const { engine, club } = visitor;
  const before = await aDrawFalls(visitor);
  const file = join(folder, 'base.tar');
  const backup = `podman exec ${PRIMARY} pg_basebackup --username postgres --format tar --wal-method fetch --pgdata - > ${file}`;
  const taken = await run('sh', ['-ec', backup]);
  assert.equal(taken.code, 0, taken.stderr);
  assert.ok(statSync(file).size > BACKUP_BYTES_MIN, 'the backup is empty');
  const lost = await aDrawFalls(visitor);

  for (const service of ['api', 'draw', 'jobs', 'pgbouncer', 'postgres-ro', 'postgres-rw']) {
    for (const name of club.containersOf(service)) await club.end(name);
  }
  await engine.do(['volume', 'rm', VOLUME, `${VOLUME}-replica`]);
  await engine.do(['volume', 'create', VOLUME]);
  const image = club.file.services['postgres-rw']?.image ?? '';
  const place = ['--rm', '--user', '0', '--volume', `${VOLUME}:/data`, '--volume', `${file}:/base.tar:ro`];
  const unpack = 'tar -xf /base.tar -C /data; chown -R postgres:postgres /data; chmod 700 /data';
  await engine.do(['run', ...LIMITS, ...place, '--entrypoint', 'sh', image, '-ec', unpack]);

  for (const service of ['postgres-rw', 'postgres-ro', 'pgbouncer']) await club.add(service);
  await club.runOnce('migrate', ['node', 'apps/server/club.mjs', 'book', 'recover'], ['keys-draw:/keys']);
  for (const service of ['draw', 'draw', 'api', 'api', 'jobs']) await club.add(service);
  const again = await visit(engine, club);
  const stateOf = async ({ id }: Slip): Promise<number> =>
    (await again.caller.call(`/api/slips/${id}`, { cookie: again.cookie })).status;
  assert.equal(await stateOf(before), 200, 'a slip before the backup is lost');
  assert.equal(await stateOf(lost), 404, 'the backup is older than this slip');
  await aDrawFalls(again);
}

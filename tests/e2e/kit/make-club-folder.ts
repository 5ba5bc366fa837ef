import { join } from 'node:path';
import { startBeacon } from '@tercet/dev/beacon/beacon.ts';
import { seed } from '@tercet/dev/play-house/play-house.ts';
import { keysDirOf, openDatabase } from '@tercet/dev/start/database.ts';

// node make-club-folder.ts DIR: does the work of a club's first start (cluster, schema, house) in a data folder, which
// the clubs of the journeys then copy. A separate process, since the runner would compile the server's sources again.

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('usage: make-club-folder.ts DIR');
const beacon = await startBeacon({ dataDir: join(dataDir, 'beacon'), port: 0 });
const { ownerUrl, postgres } = await openDatabase({ dataDir, databaseUrl: null });
try {
  await seed({ ownerUrl, keysDir: keysDirOf(dataDir), beacon: 'local', localBeaconUrl: beacon.url, hosts: false });
} finally {
  await postgres?.stop();
  await beacon.close();
}

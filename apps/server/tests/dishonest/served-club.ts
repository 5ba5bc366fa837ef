/**
 * The real club as a process, for readers in a browser: `node served-club.ts MEMBER_APP`.
 *
 * MEMBER_APP is the folder of the built member app. The process sends a `ServedClub`. On `{ witnessUrls }` it starts a
 * server whose house names its witnesses at these addresses, and sends `{ address }`. It ends with its parent.
 */
import { openServer } from '../http/server.ts';
import { prepareServer } from '../setup/global.ts';
import { openRealClub } from './real-club.ts';
import type { ServedClub } from './served-club-told.ts';

const memberApp = process.argv[2] ?? '';
const { testServer, stop } = await prepareServer();
const real = await openRealClub({ server: testServer });
const { logKey, witnesses, member, nowMs } = real;
const witnessed = real.subjects.find(({ table }) => table.table.entry.witnesses.length === witnesses.length);
if (witnessed === undefined) throw new Error('no table names all witnesses');
const { drawn, void: voided, sealed, bets } = witnessed;

process.once('message', async ({ witnessUrls }: { witnessUrls: string[] }) => {
  const named = witnesses.map(({ vkey }, index) => ({ vkey, url: witnessUrls[index] ?? '' }));
  const server = await openServer(real.club, { memberApp, witnesses: named });
  process.send?.({ address: server.address });
});
process.once('disconnect', async () => {
  await real.close().catch(() => undefined);
  await stop();
  process.exit(0);
});
const reported: ServedClub = {
  logKey,
  witnesses,
  cookie: member.cookie,
  draws: { drawn, void: voided, sealed, bets },
  nowMs,
};
process.send?.(reported);

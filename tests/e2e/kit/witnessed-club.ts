import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DishonestClub } from '@tercet/dev/dishonest-club/index.ts';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { COMPILE_CACHE } from '@tercet/dev/start/compile-cache.ts';
import type { ServedClub } from '../../../apps/server/tests/dishonest/served-club-told.ts';

const SCRIPT = join(import.meta.dirname, '../../../apps/server/tests/dishonest/served-club.ts');

/** A club with a table that names three witnesses. Clients reach club and witnesses through a dishonest proxy. */
export interface WitnessedClub extends ServedClub {
  dishonest: DishonestClub;
  stop(): Promise<void>;
}

export async function startWitnessedClub(): Promise<WitnessedClub> {
  const { PATH, HOME, TMPDIR, DATABASE_URL } = process.env;
  const child = fork(SCRIPT, [await buildMemberApp()], {
    execArgv: [],
    env: { ...COMPILE_CACHE, PATH, HOME, TMPDIR, DATABASE_URL },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const reported = async <T>(): Promise<T> => {
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (typeof message !== 'object' || message === null) throw new Error('the club with witnesses did not open');
    return message as T;
  };
  const served = await reported<ServedClub>();
  const dishonest = await DishonestClub.start({
    witnesses: served.witnesses.map(({ url }) => url),
    club: async (witnessUrls) => {
      child.send({ witnessUrls });
      return (await reported<{ address: string }>()).address;
    },
  });
  return {
    ...served,
    dishonest,
    async stop() {
      await dishonest.close();
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

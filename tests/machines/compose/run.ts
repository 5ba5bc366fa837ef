import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { makeBases } from '../engine/bases.ts';
import type { Engine } from '../engine/podman.ts';
import { aDrawFalls, browses, hardened, hasOwnKeys, replicates, takesOver, updates, visit } from './checks.ts';
import { openComposed } from './club.ts';
import { restores } from './restore.ts';

const NEXT = 'localhost/tercet-test-next:0.1.1';

/**
 * Starts `deploy/compose.yaml` on the engine, and checks what it promises. With `isBuilt` it takes the images of an
 * earlier run. Throws at the first fault.
 */
export async function runCompose(engine: Engine, say: (line: string) => void, isBuilt: boolean): Promise<void> {
  await makeBases(engine, say);
  const club = await openComposed(engine, say, isBuilt);
  const folder = temporaryFolder('tercet-backup-');
  try {
    const visitor = await visit(engine, club);
    say('the site answers through the edge, and a member signs in');
    const slip = await aDrawFalls(visitor);
    say('a bet was sealed, drawn and paid');
    say(`a phone's browser shows a result: ${await browses(visitor)}`);
    await replicates(visitor, slip);
    say('the replica has it');
    await hardened(visitor);
    say('read-only roots and dropped rights hold inside');
    await hasOwnKeys(visitor);
    say('each process has the keys of its role, and no others');
    await takesOver(visitor);
    say('a killed draw was replaced by the other');
    await engine.do(['tag', club.file.services.api?.image ?? '', NEXT]);
    say(`updated while a member played: ${await updates(visitor, NEXT)}`);
    await restores(visitor, folder.path);
    say('a lost database was restored from its backup');
  } finally {
    folder.remove();
    await club.close();
    await engine.try(['rmi', '--force', NEXT]);
  }
}

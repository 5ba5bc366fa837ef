import { AREAS } from '@tercet/server/cli/areas.ts';
import { type Program, runProgram } from '@tercet/server/cli/program/run.ts';
import { BACKUP } from './club/backup.ts';
import { localDatabase } from './club/place.ts';
import { SANDBOX } from './club/sandbox.ts';
import { SEED } from './club/seed.ts';
import { ROOT } from './pages/built-app.ts';

// npm run club -- AREA ACT: the operator program in a checkout. Without a configured server it works on the embedded
// database of npm start.

export function clubProgram(environment: NodeJS.ProcessEnv): Program {
  return {
    areas: [...AREAS, BACKUP, SEED, SANDBOX],
    command: `node ${ROOT}/scripts/run.mjs ${ROOT}/dev/club.ts`,
    local: localDatabase(environment),
  };
}

if (import.meta.main) {
  process.exitCode = await runProgram(clubProgram(process.env), process.argv.slice(2), process.env, process);
}

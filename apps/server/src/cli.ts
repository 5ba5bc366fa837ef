import { AREAS } from './cli/areas.ts';
import { runProgram } from './cli/program/run.ts';

// club AREA ACT: the operator program, with the server's environment. A checkout starts it by `npm run club --`.

const program = { areas: AREAS, command: null, local: null };
process.exitCode = await runProgram(program, process.argv.slice(2), process.env, process);

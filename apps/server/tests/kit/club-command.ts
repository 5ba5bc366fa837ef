import { AREAS } from '../../src/cli/areas.ts';
import { type Program, runProgram } from '../../src/cli/program/run.ts';

export interface ClubRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the operator program as an image contains it, with only these environment variables. */
export async function runClub(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<ClubRun> {
  return runInMemory({ areas: AREAS, command: null, local: null }, args, environment);
}

/** Runs a program and collects its output. */
export async function runInMemory(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ClubRun> {
  const [stdout, stderr] = [collector(), collector()];
  const code = await runProgram(program, args, environment, { stdout, stderr });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  const parts: string[] = [];
  return { write: (part: unknown) => parts.push(String(part)) > 0, text: () => parts.join('') };
}

/** Runs a command and returns its output lines. Throws the output if the command fails. */
export async function clubLines(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { code, stdout, stderr } = await runClub(args, environment);
  if (code !== 0) throw new Error(`${stdout}${stderr}`.trim());
  return stdout.split('\n').slice(0, -1);
}

import { spawn } from 'node:child_process';
import { findProgram } from '../programs.ts';

/** The run is impossible; one line with the reason. */
export class NoEngine extends Error {}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string;
  timeoutMs?: number;
  /** Receives the output while the command runs. */
  onOutput?(text: string): void;
}

/** Containers of one run. Every name begins with `tercet-test-`, and `close` removes what the run has made. */
export interface Engine {
  /** Runs a command of the engine. Throws its last lines of output if it fails. */
  do(args: readonly string[], options?: RunOptions): Promise<string>;
  /** The same, with its exit code instead of an error. */
  try(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs a shell command in a container, as root. Throws if it fails. */
  inside(container: string, command: string, options?: RunOptions): Promise<string>;
}

/** Explicit, because an engine raises limits where it may not, and then starts nothing. */
export const LIMITS = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4096:4096'];

const MINUTE_MS = 60_000;
const SHOWN_CHARS = 4_000;
/** Prefers runc where both runtimes are installed: Debian's crun needs cgroup rights that a small machine may lack. */
const RUNTIME = findProgram('runc') === null ? [] : ['--runtime', 'runc'];

/** Throws `NoEngine` if this machine has no engine, or may not use it. */
export async function openEngine(programs: readonly string[]): Promise<Engine> {
  const missing = ['podman', ...programs].filter((name) => findProgram(name) === null);
  if (missing.length > 0) {
    const packages = 'podman runc iptables netavark aardvark-dns catatonit debootstrap openssl';
    throw new NoEngine(`not installed: ${missing.join(', ')}. On Debian: apt-get install ${packages}`);
  }
  if (process.getuid?.() !== 0) throw new NoEngine('only root can make the base images and networks of this test');
  const info = await podman(['info']);
  if (info.code !== 0) throw new NoEngine(`podman does not run here: ${lastLine(info.stderr)}`);
  const engine: Engine = {
    try: podman,
    async do(args, options) {
      const ran = await podman(args, options);
      if (ran.code === 0) return ran.stdout;
      const output = `${ran.stdout}\n${ran.stderr}`.trim().slice(-SHOWN_CHARS);
      throw new Error(`podman ${args.slice(0, 6).join(' ')} … ended with ${ran.code}:\n${output}`);
    },
    inside: (container, command, options) =>
      engine.do(['exec', ...(options?.input === undefined ? [] : ['-i']), container, 'sh', '-ec', command], options),
  };
  return engine;
}

function podman(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run('podman', [...RUNTIME, ...args], options);
}

/** Runs a program. Ends it after `timeoutMs`, and then rejects. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { input, timeoutMs = 5 * MINUTE_MS, onOutput } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    const parts: { out: string[]; err: string[] } = { out: [], err: [] };
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      const shown = parts.err.join('').trim().slice(-SHOWN_CHARS);
      reject(new Error(`${file} ${args.slice(0, 6).join(' ')} … takes more than ${timeoutMs / 1_000} s:\n${shown}`));
    }, timeoutMs);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      parts.out.push(text);
      onOutput?.(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      parts.err.push(text);
      onOutput?.(text);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, stdout: parts.out.join(''), stderr: parts.err.join('') });
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

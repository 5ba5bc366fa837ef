import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from '@tercet/server/db/pool.ts';

/** CPU time in seconds by part of the club, such as `server, main thread` or `database, tercet bets`. */
export type CpuTime = ReadonlyMap<string, number>;

/** Of `/proc/PID/stat`: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. Linux counts in hundredths. */
const TICKS_PER_SECOND = 100;

/**
 * CPU time that the benchmark itself, a server process and its database have used so far. Unlike durations, the
 * difference of two readings hardly depends on what else the machine does.
 */
export async function readCpuTime(owner: Pool, serverPid: number): Promise<CpuTime> {
  const time = new Map<string, number>();
  const add = (part: string, seconds: number): void => void time.set(part, (time.get(part) ?? 0) + seconds);
  add('benchmark', secondsOf(`/proc/${process.pid}/stat`));
  for (const thread of readdirSync(`/proc/${serverPid}/task`)) {
    const part = Number(thread) === serverPid ? 'server, main thread' : `server, ${nameOf(serverPid, thread)}`;
    add(part, secondsOf(`/proc/${serverPid}/task/${thread}/stat`));
  }
  const { rows } = await owner.query<{ pid: number; part: string }>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as part from pg_stat_activity
     where pid <> pg_backend_pid()`,
  );
  for (const { pid, part } of rows) add(`database, ${part}`, secondsOf(`/proc/${pid}/stat`));
  return time;
}

/** Microseconds of CPU time for each of `count` pieces of work between two readings, largest first. */
export function microsecondsEach(before: CpuTime, after: CpuTime, count: number): [part: string, us: number][] {
  return [...after]
    .map(([part, seconds]): [string, number] => [part, ((seconds - (before.get(part) ?? 0)) * 1_000_000) / count])
    .sort(([, a], [, b]) => b - a);
}

function nameOf(pid: number, thread: string): string {
  return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
}

/** User and system time of a process or thread. Zero if it has ended. */
function secondsOf(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return 0;
  }
  // The second field is a name in parentheses that may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { startOf } from '../../scripts/processes.mjs';

/** The content of `postmaster.pid` in a cluster's folder. */
export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

/** Null when the cluster was shut down properly or never ran. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return null;
  }
}

/**
 * Whether `pid` is a server process of this cluster. The number in a stale file may belong to any process. Only the
 * cluster's own processes have its folder as their working directory.
 */
export function isServerOf(cluster: string, pid: number): boolean {
  if (startOf(pid) === null) return false;
  try {
    const program = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
    return program.endsWith('/postgres') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** Process ids of the cluster, including those that outlive a killed postmaster. */
export function serversOf(cluster: string): number[] {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return ids.filter((pid) => isServerOf(cluster, pid));
}

/** Waits until all `pids` are gone. False when some are left after `timeoutMs`. */
export async function gone(pids: number[], timeoutMs: number): Promise<boolean> {
  const starts = new Map(pids.map((pid) => [pid, startOf(pid)]));
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (pids.every((pid) => starts.get(pid) === null || startOf(pid) !== starts.get(pid))) return true;
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Sends a signal. A process that has already ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

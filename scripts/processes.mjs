import { readFileSync } from 'node:fs';

/**
 * When a process began, in clock ticks since the machine started, or null when there is no such process (a zombie
 * counts as none). A process id alone does not name a process: ids are given out again.
 *
 * @param {number} pid
 * @returns {string | null}
 */
export function startOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const fields = statusOf(pid);
  if (!fields) return process.platform === 'linux' ? null : startElsewhere(pid);
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/**
 * The process that started another, past a shell that only stands in between; null where that cannot be told.
 *
 * @param {number} pid
 * @returns {number | null}
 */
export function starterOf(pid) {
  const parent = Number(statusOf(pid)?.[1] ?? 0);
  if (parent <= 1) return null;
  try {
    const isShell = /^(sh|dash|bash|ash|zsh)$/.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim());
    return isShell ? Number(statusOf(parent)?.[1] ?? 0) || null : parent;
  } catch {
    return null;
  }
}

/**
 * The fields of /proc/PID/stat from the state on, or null when there is no such process.
 *
 * @param {number} pid
 * @returns {string[] | null}
 */
function statusOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The field before is the command in parentheses and may itself hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/**
 * Systems without /proc tell only that an id is in use.
 *
 * @param {number} pid
 */
function startElsewhere(pid) {
  try {
    process.kill(pid, 0);
    return 'unknown';
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? 'unknown' : null;
  }
}

/** A name for this run of the machine, so that ids from before a restart are known as old. */
export function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

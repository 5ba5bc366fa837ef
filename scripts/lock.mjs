import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { bootId, startOf } from './processes.mjs';

// Plain JavaScript: scripts/setup.mjs needs it before the project's own Node is there.

const RETRY_MS = 50;

/** Another living process holds the lock. */
export class LockHeld extends Error {
  /** @param {string} path @param {number} pid */
  constructor(path, pid) {
    super(`${path} is held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Takes the lock file at `path`. Throws `LockHeld` when a living process still holds it after `waitMs`. Takes over the
 * lock of a process that has ended. Calls `onWait` once if it has to wait.
 *
 * @param {string} path
 * @param {{ waitMs?: number, onWait?: (pid: number) => void }} [options]
 * @returns {Promise<{ release(): void }>}
 */
export async function takeLock(path, { waitMs = 0, onWait } = {}) {
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid), boot: bootId(), token: randomUUID() });
  const deadline = performance.now() + waitMs;
  for (let round = 0; ; round++) {
    const holder = tryTake(path, mine);
    if (holder === null) break;
    if (performance.now() >= deadline) throw new LockHeld(path, holder);
    if (round === 0) onWait?.(holder);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return {
    release() {
      if (read(path) === mine) unlinkSync(path);
    },
  };
}

/**
 * The living holder of a lock, or null.
 *
 * @param {string} path
 * @returns {number | null}
 */
export function lockHolder(path) {
  return livingHolder(read(path));
}

/**
 * Null when taken, else the id of the holder.
 *
 * @param {string} path
 * @param {string} mine
 * @returns {number | null}
 */
function tryTake(path, mine) {
  if (createWhole(path, mine)) return null;
  const holder = livingHolder(read(path));
  if (holder !== null) return holder;
  // Two processes that both saw a dead holder must not remove each other's new lock: only one may, after a second look.
  const turn = `${path}.turn`;
  if (!createWhole(turn, mine)) {
    const other = livingHolder(read(turn));
    if (other === null) drop(turn);
    return other ?? process.pid;
  }
  try {
    const left = read(path);
    const now = livingHolder(left);
    if (now !== null) return now;
    // Only here may a dead holder's file be removed. If the file is gone, another process may already hold a new lock.
    if (left !== null) drop(path);
    return createWhole(path, mine) ? null : (livingHolder(read(path)) ?? process.pid);
  } finally {
    drop(turn);
  }
}

/**
 * Makes a file with its content in one step; false when there is one already.
 *
 * @param {string} path
 * @param {string} content
 */
function createWhole(path, content) {
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, content, { mode: 0o644 });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    drop(temporary);
  }
}

/** @param {string | null} content */
function livingHolder(content) {
  if (content === null) return null;
  try {
    const { pid, start, boot } = JSON.parse(content);
    return boot === bootId() && startOf(pid) === start ? Number(pid) : null;
  } catch {
    return null;
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} path */
function drop(path) {
  try {
    unlinkSync(path);
  } catch {
    // Gone already.
  }
}

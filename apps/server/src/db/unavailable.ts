import { sqlState } from './transaction.ts';

/**
 * SQLSTATE classes and codes of an unavailable server: lost connections (08), exhausted resources (53), system
 * failures (58), a read-only standby, shutdown, startup, and a connection that the server closed after a timeout.
 */
const AWAY_CLASSES = ['08', '53', '58'];
const AWAY_STATES = ['25006', '25P03', '55000', '57P01', '57P02', '57P03', '57P04', '57P05'];

/** Node.js error codes for an unreachable server or a lost connection. */
const AWAY_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
];

/**
 * Messages of `pg` errors without a code: no free connection in time, a failed connection attempt, or a closed
 * connection.
 */
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'the database does not respond',
];

/**
 * Whether an error means that the database is temporarily unavailable: restarting, read-only during a failover, full,
 * or unreachable. The same call succeeds once the database is back.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null && (AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state))) return true;
  if (!(error instanceof Error)) return false;
  // Node.js tries several addresses of one host and throws the errors of all of them.
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return AWAY_MESSAGES.includes(error.message) || isConnectFailure(error);
}

/** Checks that the system call is a socket call: a missing file has the same code as a missing socket. */
function isConnectFailure(error: Error & { code?: string; syscall?: string }): boolean {
  const isSocket = error.syscall !== undefined && SOCKET_CALLS.includes(error.syscall);
  return isSocket && error.code !== undefined && AWAY_CODES.includes(error.code);
}

const SOCKET_CALLS = ['connect', 'read', 'write', 'getaddrinfo'];

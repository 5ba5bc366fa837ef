import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { LOG_SERIALIZERS } from './log-serializers.ts';

/** What is never written, wherever somebody hands it to the log: each by itself, and within one more thing or two. */
const SECRETS = [
  ...['cookie', 'authorization', 'password', 'loginPassword', 'financePassword', 'oldPassword', 'repeat', 'token'],
  ...[
    'tokenHash',
    'inviteCode',
    'recoveryCode',
    'iban',
    'phone',
    'realName',
    'birthDate',
    'ownerUrl',
    'listenUrl',
    'slipsUrl',
  ],
  'urls',
];

/**
 * The log of this process: one line of JSON for each event, on standard output, with `level`, `time`, and `requestId`
 * where a request is what it is about.
 */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: LOG_SERIALIZERS,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: 'not written' },
    base: { pid: process.pid },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

import { sqlState } from '../db/transaction.ts';

interface LoggedError {
  [name: string]: unknown;
  type: string;
  message: string;
  code?: string;
  table?: string;
  constraint?: string;
  stack: string;
  cause?: LoggedError;
}

/** PostgreSQL's data exceptions (class 22) quote the offending value. */
const DATA_EXCEPTION = /^22/;
const CAUSES_MAX = 4;

/**
 * Error serializer of the log. Writes type, code, table, constraint and stack, but no data. The database's error
 * details quote the refused row, and the JSON parser quotes invalid text.
 */
export const LOG_SERIALIZERS = {
  err: (error: unknown) => logged(error, CAUSES_MAX),
};

function logged(error: unknown, causes: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: mayRepeatInput(error) ? 'not written: it may repeat what was sent' : error.message,
    ...textOf('code', code),
    ...textOf('table', table),
    ...textOf('constraint', constraint),
    stack: framesOf(error),
    ...(error.cause !== undefined && causes > 0 ? { cause: logged(error.cause, causes - 1) } : {}),
  };
}

function mayRepeatInput(error: Error): boolean {
  return error instanceof SyntaxError || DATA_EXCEPTION.test(sqlState(error) ?? '');
}

function textOf<K extends string>(name: K, value: unknown): { [key in K]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [key in K]: string }) : {};
}

/** Stack frames without the first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => line.trim().startsWith('at '));
  return frames.join('\n');
}

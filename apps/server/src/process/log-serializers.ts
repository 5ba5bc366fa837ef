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

/** PostgreSQL's data exceptions (class 22) repeat the value that they are about. */
const DATA_EXCEPTION = /^22/;
const CAUSES_MAX = 4;

/**
 * How errors are written to the log: what happened and where, never with what. Details of the database name the row
 * that was refused, and a text that is no JSON is quoted by the parser.
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

/** Without the head, which repeats the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => line.trim().startsWith('at '));
  return frames.join('\n');
}

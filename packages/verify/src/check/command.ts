import { jsonText, visibleLines } from '../print.ts';
import { checkBook } from './book.ts';
import { type CheckContext, createCheckContext } from './check-context.ts';
import { checkDraw } from './draw.ts';
import { type Environment, type Machine, surroundingsOf, THIS_MACHINE } from './environment.ts';
import { CheckFailure, EXIT_UNUSABLE } from './failure.ts';
import { checkLiabilities } from './liabilities.ts';
import { refuseBeyondLimits } from './limits.ts';
import { type CheckOptions, HELP, parseOptions } from './options.ts';
import { checkReceipt } from './receipt.ts';
import type { Report } from './report.ts';

const COMMANDS: Record<CheckOptions['what'], (asking: CheckContext) => Promise<Report>> = {
  receipt: checkReceipt,
  draw: checkDraw,
  book: checkBook,
  liabilities: checkLiabilities,
};

/** `tercet verify`. Returns the exit code. All output passes through `visibleLines` or `jsonText`. */
export async function verifyCommand(args: readonly string[], machine: Machine = THIS_MACHINE): Promise<number> {
  const json = args.includes('--json');
  const surroundings = surroundingsOf(machine);
  try {
    const options = parseOptions(args);
    if (options === null) {
      machine.out(`${HELP}\n`);
      return 0;
    }
    const asking = askingOf(options, surroundings);
    const report = await COMMANDS[options.what](asking);
    refuseBeyondLimits(asking.guard.budget, report);
    const { exitCode, lines, data } = report;
    machine.out(`${json ? jsonText({ exitCode, ...data }) : visibleLines(lines)}\n`);
    return exitCode;
  } catch (error) {
    const { message, exitCode } = asFailure(error);
    if (json) machine.out(`${jsonText({ exitCode, verdict: null, error: message })}\n`);
    else surroundings.tell(message);
    return exitCode;
  }
}

/** For `verify book`, the target address is the club. */
function askingOf(options: CheckOptions, surroundings: Environment): CheckContext {
  if (options.what !== 'book') return createCheckContext(options, surroundings);
  const address = options.target.replace(/(?<!\/)\/+$/, '').replace(/\/book$/, '');
  return createCheckContext(options, surroundings, address);
}

/** Turns an error into a failure. Malformed data from a club ends the check with one line, not a stack trace. */
function asFailure(error: unknown): CheckFailure {
  if (error instanceof CheckFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CheckFailure(`The input or a response cannot be read: ${message}`, EXIT_UNUSABLE);
}

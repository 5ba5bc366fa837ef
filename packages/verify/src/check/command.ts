import { checkBook } from './book.ts';
import { checkDraw, checkReceipt } from './draw.ts';
import { CheckFailure, EXIT } from './failure.ts';
import { checkLiabilities } from './liabilities.ts';
import { type CheckOptions, HELP, parseOptions } from './options.ts';
import type { Report } from './report.ts';

const COMMANDS: Record<CheckOptions['what'], (options: CheckOptions) => Promise<Report>> = {
  receipt: checkReceipt,
  draw: checkDraw,
  book: checkBook,
  liabilities: checkLiabilities,
};

/** `tercet verify`. Gives the exit code. */
export async function verifyCommand(args: readonly string[]): Promise<number> {
  let json = args.includes('--json');
  try {
    const options = parseOptions(args);
    if (options === null) {
      console.log(HELP);
      return EXIT.holds;
    }
    json = options.json;
    const { exitCode, lines, data } = await COMMANDS[options.what](options);
    console.log(json ? JSON.stringify({ exitCode, ...data }, null, 2) : lines.join('\n'));
    return exitCode;
  } catch (error) {
    const { message, exitCode } = asFailure(error);
    if (json)
      console.log(JSON.stringify({ exitCode, verdict: exitCode === EXIT.breach ? 'breach' : null, error: message }));
    else console.error(message);
    return exitCode;
  }
}

/** What a club sends is data: data of the wrong shape ends the check with a line, not with a stack. */
function asFailure(error: unknown): CheckFailure {
  if (error instanceof CheckFailure) return error;
  return new CheckFailure(`What was given or answered cannot be read: ${(error as Error).message}`);
}

/** Runs a `tercet` command, loaded on demand. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load !== undefined) return (await load())(rest);
  const isHelp = name === undefined || name === 'help' || name === '--help' || name === '-h';
  (isHelp ? console.log : console.error)(isHelp ? USAGE : `tercet has no command "${name}".\n\n${USAGE}`);
  return isHelp ? 0 : 2;
}

type Command = (args: readonly string[]) => Promise<number>;

const USAGE = `Usage: tercet <command> [options]

  witness   watch a club's public book, and cosign what it shows once it holds
            (tercet witness --help)
  verify    check a receipt, a draw, a whole book, or a member's proof of what is owed
            (tercet verify --help)
  monitor   follow a club's public book as long as it runs, and report what is wrong
            (tercet monitor --help)`;

const COMMANDS: Partial<Record<string, () => Promise<Command>>> = {
  monitor: async () => (await import('./monitor/command.ts')).monitorCommand,
  verify: async () => (await import('./check/command.ts')).verifyCommand,
  witness: async () => (await import('./witness/command.ts')).witnessCommand,
};

/** Ends the command with one line for the user and an exit code. */
export class CheckFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_UNUSABLE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code for bad arguments or no usable answer. The other exit codes are those of the verdicts. */
export const EXIT_UNUSABLE = 2;

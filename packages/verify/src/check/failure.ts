/** The command cannot go on; one line for a person, and the exit code. */
export class CheckFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_UNUSABLE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Bad arguments, or no usable answer. The other exit codes are those of the verdicts. */
export const EXIT_UNUSABLE = 2;

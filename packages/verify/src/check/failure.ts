/** The command cannot go on; one line for a person, and the exit code. */
export class CheckFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.unusable) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** 0 only if all holds. */
export const EXIT = { holds: 0, breach: 1, unusable: 2, notProven: 3 } as const;

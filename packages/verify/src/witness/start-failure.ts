/** Why the witness cannot start: one line for the person at the terminal, without a stack. */
export class StartFailure extends Error {}

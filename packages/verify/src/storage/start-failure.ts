/** The witness or monitor cannot start. The message is one line for the user, shown without a stack trace. */
export class StartFailure extends Error {}

/** A refusal of a valid call. It changed nothing. */
export class No extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

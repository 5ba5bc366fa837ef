/** The sandbox's "no" to a call: it understood, and did nothing. */
export class No extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

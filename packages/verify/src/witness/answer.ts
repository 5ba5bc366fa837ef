/** What the witness says to a call: an HTTP status and a body. */
export interface Answer {
  status: number;
  body: string;
  /** Content-Type; plain text unless said otherwise. */
  type?: string;
}

/** A "no" with its reason in one line. */
export function refuse(status: number, reason: string): Answer {
  return { status, body: `${reason}\n` };
}

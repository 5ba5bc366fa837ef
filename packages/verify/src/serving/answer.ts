/** A response to a request: an HTTP status and a body. */
export interface Answer {
  status: number;
  body: string;
  /** Content-Type; defaults to plain text. */
  type?: string;
}

/** A refusal with its reason in one line. */
export function refuse(status: number, reason: string): Answer {
  return { status, body: `${reason}\n` };
}

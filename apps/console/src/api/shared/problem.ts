export type ProblemParams = Record<string, string | number>;

/**
 * A refusal or failure: a stable code and values for its message. The client adds codes of its own: `offline`,
 * `timeout`, `bad-answer`, and `not-proved` if step-up authentication failed.
 */
export class Problem extends Error {
  readonly code: string;
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  readonly params: ProblemParams;
  /** Field name → code, for forms. */
  readonly fields: Record<string, string>;

  constructor(code: string, status: number, params: ProblemParams = {}, fields: Record<string, string> = {}) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
  }
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal', 0);
}

/** Reads an RFC 9457 body. Any other error body becomes `internal`. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') {
    return new Problem(status === 404 ? 'not-found' : 'internal', status);
  }
  const { params, fields } = body as { params?: ProblemParams; fields?: Record<string, string> };
  return new Problem(body.code, status, params ?? {}, fields ?? {});
}

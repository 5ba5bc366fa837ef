export type ProblemParams = Record<string, string | number>;

/**
 * A refusal or failure in the one form that pages deal with: a stable code and values for its words. The client adds
 * codes of its own: `offline`, `timeout`, `bad-answer`, and `not-proved` where presence was asked for and not shown.
 */
export class Problem extends Error {
  readonly code: string;
  /** HTTP status, or 0 where no answer came. */
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

/** Reads an RFC 9457 body; anything else of an error status becomes `internal`. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') {
    return new Problem(status === 404 ? 'not-found' : 'internal', status);
  }
  const { params, fields } = body as { params?: ProblemParams; fields?: Record<string, string> };
  return new Problem(body.code, status, params ?? {}, fields ?? {});
}

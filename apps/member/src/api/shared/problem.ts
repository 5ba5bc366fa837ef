export type ProblemParams = Record<string, string | number>;

/** Refusals for which nothing was done, though their status is in the 500s. */
const CERTAIN = new Set(['beacon-disagrees']);

/**
 * A refusal or failure: a stable code and values for its message. The client adds codes of its own: `offline`,
 * `timeout`, `bad-answer`, and `bad-link` for a read of an impossible id.
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

  /** True where we cannot know whether the server took the request: only then may the same request go again. */
  get unsure(): boolean {
    return this.status === 0 || (this.status >= 500 && !CERTAIN.has(this.code));
  }
}

/** Whether an address, such as that of a link, names nothing that there is, or nothing that can be. */
export function isNowhere(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.code === 'bad-link');
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal', 0);
}

/** Reads an RFC 9457 body; anything else of an error status becomes `internal`. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') {
    return new Problem(status === 401 ? 'signed-out' : status === 404 ? 'not-found' : 'internal', status);
  }
  const params = 'params' in body && typeof body.params === 'object' ? (body.params as ProblemParams | null) : null;
  const fields =
    'fields' in body && typeof body.fields === 'object' ? (body.fields as Record<string, string> | null) : null;
  return new Problem(body.code, status, params ?? {}, fields ?? {});
}

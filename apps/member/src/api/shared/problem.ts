export type ProblemParams = Record<string, string | number>;

/** Codes of 5xx refusals where the server certainly did nothing. */
const CERTAIN = new Set(['beacon-disagrees']);

/**
 * A refusal or failure: a stable code, and values for its message. The client adds its own codes: `offline`, `timeout`,
 * `bad-answer`, and `bad-link` for a read of an impossible id.
 */
export class Problem extends Error {
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly params: ProblemParams;
  /** Error code per field name, for forms. */
  readonly fields: Record<string, string>;

  constructor(code: string, status: number, params: ProblemParams = {}, fields: Record<string, string> = {}) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
  }

  /** True if the server may have accepted the request. Only then may the same request be repeated. */
  get unsure(): boolean {
    return this.status === 0 || (this.status >= 500 && !CERTAIN.has(this.code));
  }
}

/** True if an address, such as that of a link, names something missing or impossible. */
export function isNowhere(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.code === 'bad-link');
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal', 0);
}

/** Reads an RFC 9457 body. Any other body becomes a problem by its status. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') {
    return new Problem(status === 401 ? 'signed-out' : status === 404 ? 'not-found' : 'internal', status);
  }
  const params = 'params' in body && typeof body.params === 'object' ? (body.params as ProblemParams | null) : null;
  const fields =
    'fields' in body && typeof body.fields === 'object' ? (body.fields as Record<string, string> | null) : null;
  return new Problem(body.code, status, params ?? {}, fields ?? {});
}

export interface WitnessAddress {
  /** Verifier key of the witness. */
  vkey: string;
  /** Base URL without a trailing slash. */
  url: string;
}

/** Connection to a witness. Its answers are not trusted: cosignatures are verified with its key. */
export interface WitnessLink extends WitnessAddress {
  /** `add-checkpoint` of c2sp.org/tlog-witness. Returns status and body of the response. */
  addCheckpoint(body: string, signal?: AbortSignal): Promise<{ status: number; text: string }>;
  /**
   * Notes of this origin that the witness cosigned between two moments (Unix seconds, inclusive). Throws on a
   * malformed answer.
   */
  cosigned(origin: string, span: { from: number; to: number }, signal?: AbortSignal): Promise<string[]>;
}

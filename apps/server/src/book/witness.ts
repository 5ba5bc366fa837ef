export interface WitnessAddress {
  /** Its key as verifiers know it. */
  vkey: string;
  /** Where it is, without a slash at the end. */
  url: string;
}

/** How a witness is reached. Nothing that it says is trusted: what counts is checked with its key. */
export interface WitnessLink extends WitnessAddress {
  /** `add-checkpoint` of c2sp.org/tlog-witness: the status and the body of what it answers. */
  addCheckpoint(body: string, signal?: AbortSignal): Promise<{ status: number; text: string }>;
  /**
   * The notes of this book's origin that it published as cosigned between two moments (unix seconds, both included).
   * Throws on an answer of another shape.
   */
  cosigned(origin: string, span: { from: number; to: number }, signal?: AbortSignal): Promise<string[]>;
}

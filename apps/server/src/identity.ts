/** The caller of a request, from their session. */
export interface Identity {
  bucket: number;
  memberId: string;
  userName: string;
  /** SHA-256 of the token's secret; the key of the session row. */
  tokenHash: Buffer;
  restricted: boolean;
}

/** Who a request comes from: what the server knows of a session. */
export interface Identity {
  bucket: number;
  memberId: string;
  userName: string;
  /** SHA-256 of the token's secret: names the session row. */
  tokenHash: Buffer;
  restricted: boolean;
}

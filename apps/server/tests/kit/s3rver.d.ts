/** Types of the used parts; the package has none. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  class S3rver {
    constructor(options: object);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}

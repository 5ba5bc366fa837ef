/** One file of the book as a web server or a CDN hands it out. */
export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
  cacheControl: string;
}

/** Where the book's files are kept for others to read: a folder of a web server, or object storage. */
export interface BookStore {
  /** The bytes of a file by its path under the book, such as `tile/0/000`; null where there is none. */
  get(path: string): Promise<Uint8Array | null>;
  /** Whole or not at all: no reader ever finds half a file. */
  put(path: string, file: StoredFile): Promise<void>;
}

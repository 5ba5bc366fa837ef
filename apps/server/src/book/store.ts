/** A file of the book as a web server or CDN serves it. */
export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
  cacheControl: string;
}

/** Storage from which others read the book: a folder of a web server, or object storage. */
export interface BookStore {
  /** Bytes of a file by its path in the book, such as `tile/0/000`. Null if it does not exist. */
  get(path: string): Promise<Uint8Array | null>;
  /** Writes atomically: readers never see a partial file. */
  put(path: string, file: StoredFile): Promise<void>;
}

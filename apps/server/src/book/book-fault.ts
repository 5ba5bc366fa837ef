/** The book is not what its key signed before, or not this key's. Nothing is signed until somebody has looked. */
export class BookFault extends Error {
  override name = 'BookFault';
}

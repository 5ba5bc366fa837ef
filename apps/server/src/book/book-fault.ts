/**
 * The book differs from what its key signed, or does not belong to this key. Signing stops until a person has
 * investigated.
 */
export class BookFault extends Error {
  override name = 'BookFault';
}

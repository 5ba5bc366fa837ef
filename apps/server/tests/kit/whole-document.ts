import { type ApiDocument, joined } from '../../src/http/api-document/parts.ts';

/** The members' and the console's API document, read from a server, as one. */
export async function wholeDocument<Shape>(read: (path: string) => Promise<unknown>): Promise<Shape> {
  const members = (await read('/api/openapi.json')) as ApiDocument;
  const console = (await read('/api/console/openapi.json')) as ApiDocument;
  return joined(members, console) as unknown as Shape;
}

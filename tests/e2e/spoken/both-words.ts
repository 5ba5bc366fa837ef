// Journeys name what they look for in English. Where pages speak another language, each of their messages comes with
// its English beside it, between marks, with the same values. Before anything is painted the page keeps the English
// apart and shows its own words alone (`in-page.ts`).

/** A message as it lies in a chunk: text, or its pieces. Those that take values are lists of name, kind and cases. */
export type Message = string | Piece[];
export type Piece = string | number | Message | { [name: string]: Message };
export interface Words {
  [name: string]: Words | Message;
}

/** From a range of characters that no text has. */
export const MARKS = { open: '\ue000', between: '\ue001', close: '\ue002' } as const;

/**
 * Words of a language with their English. `isTaken` tells the messages into which the app puts elements: they stand in
 * several pieces of a page, and are English there.
 */
export function bothWords(own: Words, english: Words, isTaken: (key: string) => boolean, prefix = ''): Words {
  return Object.fromEntries(
    Object.entries(english).map(([name, said]) => {
      const [key, theirs] = [`${prefix}${name}`, own[name]];
      if (theirs === undefined) return [name, said];
      if (isMessage(said)) return [name, isTaken(key) ? said : both(theirs as Message, said)];
      return [name, bothWords(theirs as Words, said, isTaken, `${key}.`)];
    }),
  );
}

function isMessage(value: Words | Message): value is Message {
  return typeof value === 'string' || Array.isArray(value);
}

function both(own: Message, english: Message): Message {
  return [MARKS.open, ...piecesOf(own), MARKS.between, ...piecesOf(english), MARKS.close];
}

function piecesOf(message: Message): Piece[] {
  return typeof message === 'string' ? [message] : message;
}

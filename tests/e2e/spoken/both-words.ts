// Journeys name things in English. In other languages each message carries its English between marks, with the same
// values. Before painting, the page stores the English and shows only its own words (`in-page.ts`).

/** A message in a chunk: text, or its pieces. A piece with values lists name, kind and cases. */
export type Message = string | Piece[];
export type Piece = string | number | Message | { [name: string]: Message };
export interface Words {
  [name: string]: Words | Message;
}

/** Private-use characters, which no text contains. */
export const MARKS = { open: '\ue000', between: '\ue001', close: '\ue002' } as const;

/**
 * The words of a language with their English. `isTaken` selects messages with embedded elements: the page splits them,
 * so they stay English.
 */
export function bothWords(own: Words, english: Words, isTaken: (key: string) => boolean, prefix = ''): Words {
  return Object.fromEntries(
    Object.entries(english).map(([name, texts]) => {
      const [key, theirs] = [`${prefix}${name}`, own[name]];
      if (theirs === undefined) return [name, texts];
      if (isMessage(texts)) return [name, isTaken(key) ? texts : both(theirs as Message, texts)];
      return [name, bothWords(theirs as Words, texts, isTaken, `${key}.`)];
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

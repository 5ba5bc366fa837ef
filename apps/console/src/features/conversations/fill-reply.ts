/** Values that a saved reply can have in braces, such as `{name}`. */
export type ReplyValues = Readonly<Partial<Record<'name' | 'number' | 'house', string>>>;

/** A saved reply with its values filled in. Braces without a value stay, so that the writer sees what is missing. */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replaceAll(/\{(name|number|house)\}/g, (whole, key: keyof ReplyValues) => values[key] ?? whole);
}

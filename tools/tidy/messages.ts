/** The placeholders of an ICU message: names of values and tags, sorted. Throws on unbalanced braces. */
export function placeholdersOf(message: string): string[] {
  const found = new Set<string>();
  readMessage(message, 0, found, false);
  for (const [, tag] of message.matchAll(/<\/?([a-zA-Z]\w*)>/g)) found.add(`<${tag}>`);
  return [...found].sort();
}

/** Reads to the closing brace of a nested message, or to the end. Returns the position after it. */
function readMessage(text: string, start: number, found: Set<string>, nested: boolean): number {
  let at = start;
  while (at < text.length) {
    if (text[at] === "'" && /['{}#<]/.test(text[at + 1] ?? '')) at = behindQuote(text, at);
    else if (text[at] === '{') at = readValue(text, at + 1, found);
    else if (text[at] === '}' && nested) return at + 1;
    else at++;
  }
  if (nested) throw new Error(`a brace is not closed: ${text}`);
  return at;
}

function behindQuote(text: string, at: number): number {
  if (text[at + 1] === "'") return at + 2;
  const end = text.indexOf("'", at + 1);
  return end === -1 ? text.length : end + 1;
}

/** `{name}`, `{name, number, …}` or `{name, plural, one {…} other {…}}`, from after the opening brace. */
function readValue(text: string, start: number, found: Set<string>): number {
  const head = /^\s*(\w+)\s*(?:,\s*(\w+)\s*(,?))?/.exec(text.slice(start));
  if (!head) throw new Error(`a brace without a name: ${text}`);
  found.add(head[1] ?? '');
  const hasCases = ['plural', 'select', 'selectordinal'].includes(head[2] ?? '');
  let at = start + head[0].length;
  while (at < text.length) {
    if (text[at] === '}') return at + 1;
    if (text[at] === '{') at = hasCases ? readMessage(text, at + 1, found, true) : readValue(text, at + 1, new Set());
    else at++;
  }
  throw new Error(`a brace is not closed: ${text}`);
}

/** Cases of all plurals in a message, nested ones too: `[['one', 'other']]`. Exact cases (`=0`) are left out. */
export function pluralCasesOf(message: string): string[][] {
  return [...message.matchAll(/\{\s*\w+\s*,\s*plural\s*,/g)].map(({ index, 0: head }) => {
    const cases: string[] = [];
    let at = index + head.length;
    while (at < message.length && message[at] !== '}') {
      const [label] = /^[^\s{}]+/.exec(message.slice(at)) ?? [];
      if (label !== undefined && !label.startsWith('=')) cases.push(label);
      at += label?.length ?? 0;
      if (message[at] === '{') at = readMessage(message, at + 1, new Set(), true);
      else if (label === undefined) at++;
    }
    return cases;
  });
}

const LITERAL = /'([\w-]+(?:\.[\w-]+)+)'/g;
const PART = String.raw`(?:[\w-]+|\$\{[\w.]+\})`;
const TEMPLATE = new RegExp(String.raw`\`(${PART}(?:\.${PART})+)\``, 'g');

/** The message keys that a source file names, as text or as a template such as `withdrawals.state.${state}`. */
export function keysIn(source: string, keys: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const [, key = ''] of source.matchAll(LITERAL)) if (keys.has(key)) found.add(key);
  for (const [, template = ''] of source.matchAll(TEMPLATE)) {
    const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[\w.\\]+\}/g, '[^.]+')}$`);
    for (const key of keys) if (pattern.test(key)) found.add(key);
  }
  return found;
}

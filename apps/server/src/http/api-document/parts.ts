/** The members' API or the console's. */
export type Part = 'members' | 'console';

export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  tags?: { name: string }[];
  paths?: Record<string, unknown>;
  components?: Record<string, Record<string, unknown>>;
}

const CONSOLE = '/api/console/';
const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

const INFO = {
  members: {
    title: 'Tercet members’ API',
    description:
      'The members’ API, and everything public. Money is decimal strings of minor units; times are Unix milliseconds. ' +
      'Each write names the account that its page shows in `Tercet-Caller`; a call for another account than the one ' +
      'signed in is refused with `caller-changed`. Reads may name it in the query as `caller`.',
  },
  console: {
    title: 'Tercet console API',
    description:
      'The API of the staff console. Each route states its roles in the console’s rights. Every call is written to the ' +
      'audit log. Each write names the staff account that its page shows in `Tercet-Caller`.',
  },
};

/** The operations of one part, with only the components and tags that they use. */
export function partOf(document: ApiDocument, part: Part): ApiDocument {
  const isOfPart = (path: string) => path.startsWith(CONSOLE) === (part === 'console');
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => isOfPart(path)));
  const text = JSON.stringify(paths);
  const isUsed = ({ name }: { name: string }) => text.includes(`"tags":["${name}"]`);
  return {
    ...document,
    info: { ...document.info, ...INFO[part] },
    ...(document.tags ? { tags: document.tags.filter(isUsed) } : {}),
    paths,
    components: usedBy(paths, document.components ?? {}),
  };
}

/** The components that are referred to, directly or by others. Security schemes are referred to by name. */
export function usedBy(paths: unknown, components: NonNullable<ApiDocument['components']>): typeof components {
  const { securitySchemes = {}, ...others } = components;
  const used = new Set<string>();
  const waiting = referencesIn(paths);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const [kind = '', id = ''] = name.split('/');
    waiting.push(...referencesIn(others[kind]?.[id]));
  }
  const kept = Object.entries(others).map(([kind, parts]) => [kind, some(parts, (id) => used.has(`${kind}/${id}`))]);
  const text = JSON.stringify(paths);
  const schemes = some(securitySchemes, (id) => text.includes(`"${id}":[]`));
  return { ...Object.fromEntries(kept), ...(components.securitySchemes ? { securitySchemes: schemes } : {}) };
}

/** Both parts as one document. */
export function joined(members: ApiDocument, console: ApiDocument): ApiDocument {
  const kinds = new Set([...Object.keys(members.components ?? {}), ...Object.keys(console.components ?? {})]);
  const components = [...kinds].map((kind) => [kind, { ...members.components?.[kind], ...console.components?.[kind] }]);
  const known = new Set(members.tags?.map(({ name }) => name));
  return {
    ...members,
    info: { ...members.info, title: 'Tercet', description: 'Members’ and console API in one document.' },
    tags: [...(members.tags ?? []), ...(console.tags ?? []).filter(({ name }) => !known.has(name))],
    paths: { ...members.paths, ...console.paths },
    components: Object.fromEntries(components),
  };
}

function some(parts: Record<string, unknown>, keep: (id: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([id]) => keep(id)));
}

function referencesIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(REFERENCE)].map(([, kind, id]) => `${kind}/${id}`);
}

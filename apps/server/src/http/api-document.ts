import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type Documents = Parameters<typeof jsonSchemaTransformObject>[0];
type Document = ReturnType<typeof jsonSchemaTransformObject>;

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** The API document with the shapes that endpoints share, each once under its name, and none that nobody refers to. */
export function withSharedShapes(documents: Documents): Document {
  const document = jsonSchemaTransformObject(documents);
  if (!('components' in document)) return document;
  const shapes: Record<string, unknown> = document.components?.schemas ?? {};
  const used = new Set<string>();
  const waiting = namesIn(document.paths);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...namesIn(shapes[name]));
  }
  const kept = Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } } as Document;
}

function namesIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
}

import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { expect, test } from 'vitest';
import { operationsOf, resolved, type Schema } from '../abuse/api-document.ts';

// Every text, list and map in a request has a maximum length in its schema, which bounds the work behind it.

/** Formats of a fixed length. */
const FORMATS = new Set(['uuid', 'date', 'date-time']);
/** Passkey data from browsers: bounded by the body limit, and parsed by a library. */
const OF_BROWSERS = /passkey\.\*$/;

interface Named extends Schema {
  propertyNames?: Schema;
}

/** Length of the longest text that a pattern matches; infinite if it is not anchored at both ends. */
function longest(node: AST.Node): number {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return Math.max(...node.alternatives.map(longest));
    case 'Alternative':
      return node.elements.reduce((sum, element) => sum + longest(element), 0);
    case 'Quantifier':
      return node.max * longest(node.element);
    case 'Assertion':
      return 0;
    default:
      return 1;
  }
}

function isBoundedByPattern(pattern: string): boolean {
  const isWhole = pattern.startsWith('^') && pattern.endsWith('$');
  return isWhole && Number.isFinite(longest(new RegExpParser().parsePattern(pattern)));
}

function isBounded({ enum: values, const: value, maxLength, format, pattern }: Schema): boolean {
  if (values || value !== undefined || maxLength !== undefined || FORMATS.has(format ?? '')) return true;
  return pattern !== undefined && isBoundedByPattern(pattern);
}

/** Paths in a schema that accept unbounded texts, lists or maps. */
function openPlaces(given: Schema, place: string): string[] {
  const schema = resolved(given) as Named;
  const types = [schema.type ?? []].flat();
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const parts = schema.allOf ?? [];
  // Of several conditions on a text, one bound is enough.
  if (parts.length > 0 && types.includes('string')) {
    return [schema, ...parts].some((one) => isBounded(one)) ? [] : [place];
  }
  const found = [...choices, ...parts].flatMap((one) => openPlaces(one, place));
  if (types.includes('string') && !isBounded(schema)) found.push(place);
  if (types.includes('array')) {
    if (schema.maxItems === undefined) found.push(`${place}[]`);
    found.push(...openPlaces(schema.items ?? {}, `${place}[]`));
  }
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    found.push(...openPlaces(part, `${place}.${name}`));
  const { additionalProperties: more, propertyNames: names } = schema;
  if (typeof more === 'object') {
    if (!names || !isBounded(names)) found.push(`${place} (its names)`);
    found.push(...openPlaces(more, `${place}.*`));
  }
  const expected = types.length + choices.length + parts.length > 0 || schema.enum || schema.const !== undefined;
  return expected ? found : [...found, place];
}

test('every text of every call has a largest length', () => {
  const operations = operationsOf();
  const found = operations.flatMap(({ method, path, parameters, body }) => {
    const { 'application/json': json } = body ?? {};
    const places = [
      ...parameters.flatMap(({ in: kind, name, schema }) => openPlaces(schema, `${kind} ${name}`)),
      ...(json?.schema ? openPlaces(json.schema, 'body') : []),
    ];
    return places.filter((place) => !OF_BROWSERS.test(place)).map((place) => `${method} ${path}: ${place}`);
  });
  expect(operations.length).toBeGreaterThan(250);
  expect(found).toEqual([]);
});

test('and one that had none would be found', () => {
  expect(openPlaces({ type: 'object', properties: { a: { type: 'string' } } }, 'body')).toEqual(['body.a']);
  expect(openPlaces({ type: 'string', pattern: '^a+$' }, 'body')).toEqual(['body']);
  expect(openPlaces({ type: 'string', pattern: 'a{1,3}' }, 'body')).toEqual(['body']);
  expect(openPlaces({ type: 'string', pattern: '^[a-z]{1,3}$' }, 'body')).toEqual([]);
  expect(openPlaces({ type: 'array', items: { enum: ['a'] } }, 'body')).toEqual(['body[]']);
  expect(openPlaces({}, 'body')).toEqual(['body']);
});

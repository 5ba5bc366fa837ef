import type { OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { sorted, typesOfDocument } from './contract.ts';

function documentOf(schema: object): OpenAPI3 {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/api/thing': {
        get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
      },
    },
  };
  return document as unknown as OpenAPI3;
}

describe('types of the API document', () => {
  it('give a list of fixed length as a tuple, and others as lists', async () => {
    const three = await typesOfDocument(
      documentOf({ type: 'array', items: { type: 'integer' }, minItems: 3, maxItems: 3 }),
    );
    expect(three).toContain("'application/json': [number, number, number];");
    const some = await typesOfDocument(documentOf({ type: 'array', items: { type: 'integer' }, maxItems: 21 }));
    expect(some).toContain("'application/json': number[];");
  });
});

it('sorts paths, methods and schemas by name', () => {
  const operation = { responses: {} };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/b': { put: operation, get: operation }, '/a': {} },
    components: { schemas: { Zebra: {}, Ant: {} } },
  } as unknown as OpenAPI3;
  const { paths = {}, components } = sorted(document);
  expect(Object.keys(paths)).toEqual(['/a', '/b']);
  expect(Object.keys(paths['/b'] ?? {})).toEqual(['get', 'put']);
  expect(Object.keys(components?.schemas ?? {})).toEqual(['Ant', 'Zebra']);
  expect(sorted(document)).toEqual(document);
});

/** The JSON Schemas of entries and bundles, compiled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

export const FOLDER = join(import.meta.dirname, '../schemas');
export const ENTRY_TYPES = [
  'table',
  'seal',
  'draw',
  'void',
  'switch',
  'stop',
  'liabilities',
  'audit-head',
  'rule',
  'notice-of-change',
] as const;

export interface SchemaFile {
  title: string;
  properties?: Record<string, unknown>;
}

export const schemas = new Map<string, SchemaFile>(
  readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SchemaFile]),
);

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: false });
for (const [name, schema] of schemas) ajv.addSchema(schema, name);

/** The value's fault by a schema, or null. */
export function schemaFault(name: string, value: unknown): string | null {
  const validate = ajv.getSchema(`${name}.json`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/**
 * Reads and validates a JSON file of the operator. Throws an error of one line that starts with `what` and names the
 * file, the path inside it and the problem.
 */
export async function readJsonFile<Schema extends z.ZodType>(
  what: string,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(parseJson(what, path, await readText(what, path)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${what}: ${path}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
}

async function readText(what: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${what}: ${path} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(what: string, path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what}: ${path} is not valid JSON: ${(error as Error).message}`);
  }
}

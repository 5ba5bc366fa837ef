import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/**
 * What a file of whoever runs the club says. Throws one line that begins with `what` and names the file, the place in
 * it and what is wrong there.
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
    throw new Error(`${what}: ${path} is no JSON: ${(error as Error).message}`);
  }
}

import { randomUUID } from 'node:crypto';
import type { Operation } from './api-document.ts';
import type { MadeUp, Manner } from './made-up.ts';

export interface MadeUpRequest {
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** A request to an operation with generated parameters and body. */
export function requestOf({ path, parameters, body }: Operation, madeUp: MadeUp, manner: Manner): MadeUpRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const { in: place, name, schema, required } of parameters) {
    const text = madeUp.text(name, schema, manner);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(text) || 'x');
    if (place === 'query' && (required || text.length % 2 === 0)) query.set(name, text);
    if (place === 'header')
      headers[name] = name === 'idempotency-key' ? randomUUID() : text.replaceAll(/[^\x20-\x7e]/g, '');
  }
  filled = filled.replaceAll(
    /\{([^}]+)\}/g,
    (_, name: string) => encodeURIComponent(madeUp.text(name, {}, manner)) || 'x',
  );
  const requested: MadeUpRequest = { path: query.size > 0 ? `${filled}?${query}` : filled, headers };
  const [type, media] = Object.entries(body ?? {})[0] ?? [];
  if (type === undefined) return requested;
  if (type === 'application/json') return { ...requested, body: madeUp.value(media?.schema ?? {}, manner) ?? 'null' };
  return {
    ...requested,
    headers: { ...headers, 'content-type': type },
    body: madeUp.text('', { type: 'string' }, 'wild'),
  };
}

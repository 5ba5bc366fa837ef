import type { Random } from '../kit/random.ts';
import { resolved, type Schema } from './api-document.ts';

/** How far values deviate from the schema: valid, at its limits, or arbitrary. */
export type Manner = 'fitting' | 'edge' | 'wild';

const DEPTH_MAX = 6;
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "'; drop table members.member; --",
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  '\u202eabc',
  '\u0000',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(20),
  '９９９９',
  'a'.repeat(5_000),
  '9'.repeat(400),
  '2026-02-30',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
];
const NUMBERS = [0, -0, -1, 1, 0.5, 1e21, -1e21, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 32_768, 65_536];

/** Values generated from schemas; reproducible by seed. */
export interface MadeUp {
  value(schema: Schema, manner: Manner): unknown;
  /** A value for the parameter `name`. */
  text(name: string, schema: Schema, manner: Manner): string;
}

/** Creates a generator. `known` holds valid values by field or parameter name. */
export function makeUp(random: Random, ids: readonly string[], known: Readonly<Record<string, unknown>>): MadeUp {
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)] as T;

  function anything(depth: number): unknown {
    const kinds: (() => unknown)[] = [
      () => pick(TEXTS),
      () => pick(NUMBERS),
      () => pick(ids),
      () => null,
      () => random.chance(0.5),
      () => Array.from({ length: random.below(4) }, () => anything(depth + 1)),
      () => Object.fromEntries(Array.from({ length: random.below(4) }, () => [pick(TEXTS), anything(depth + 1)])),
    ];
    return (depth > 3 ? pick(kinds.slice(0, 5)) : pick(kinds))();
  }

  function text(raw: Schema, manner: Manner): string {
    const schema = resolved(raw);
    if (manner === 'wild') return random.chance(0.3) ? pick(ids) : pick(TEXTS);
    if (schema.enum) return String(pick(schema.enum));
    if (schema.type === 'integer' || schema.type === 'number') return String(number(schema, manner));
    const part = schema.anyOf ?? schema.oneOf;
    if (part) return text(pick(part), manner);
    if (schema.format === 'uuid' || /id/i.test(schema.pattern ?? '')) return pick(ids);
    if (manner === 'edge') {
      const length = pick([schema.minLength ?? 0, schema.maxLength ?? 300, (schema.maxLength ?? 300) + 1]);
      return pick(['x', '7', ' ', 'ü', '字']).repeat(Math.min(length, 70_000));
    }
    const least = schema.minLength ?? 0;
    const options = [pick(ids), String(random.below(100_000)), 'Mira of the harbour', '2026-11-21', 'a-1'];
    const fitting = options.filter(({ length }) => length >= least && length <= (schema.maxLength ?? Infinity));
    return fitting.length > 0 ? pick(fitting) : 'm'.repeat(least);
  }

  function number(schema: Schema, manner: Manner): number {
    if (manner === 'wild') return pick(NUMBERS);
    const [least, most] = [schema.minimum ?? 0, schema.maximum ?? 1_000];
    return manner === 'edge'
      ? pick([least, most, least - 1, most + 1])
      : least + random.below(Math.max(1, most - least));
  }

  function value(raw: Schema, manner: Manner, depth = 0): unknown {
    const schema = resolved(raw);
    // Mostly valid: a body of nonsense would be refused at its first field.
    const here = manner === 'wild' && random.chance(0.7) ? 'fitting' : manner;
    if (here === 'wild' || depth > DEPTH_MAX) return anything(depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return value(pick(options), here, depth + 1);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => value(part, here, depth + 1)));
    switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
      case 'object':
        return object(schema, manner, depth);
      case 'array': {
        const length =
          here === 'edge' ? pick([0, (schema.maxItems ?? 3) + 1]) : Math.max(schema.minItems ?? 0, random.below(4));
        return Array.from({ length: Math.min(length, 200) }, () => value(schema.items ?? {}, manner, depth + 1));
      }
      case 'string':
        return text(schema, here);
      case 'integer':
        return Math.trunc(number(schema, here));
      case 'number':
        return number(schema, here);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      default:
        return anything(depth);
    }
  }

  function object(schema: Schema, manner: Manner, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const isLeftOut = random.chance(schema.required?.includes(name) ? (manner === 'fitting' ? 0 : 0.05) : 0.5);
      if (isLeftOut) continue;
      const isKnown = manner !== 'edge' && name in known && random.chance(0.8);
      made[name] = isKnown ? known[name] : value(part, manner, depth + 1);
    }
    if (manner === 'wild' && random.chance(0.2)) made[pick(TEXTS) || 'more'] = anything(depth + 1);
    return made;
  }

  return {
    value: (schema, manner) => value(schema, manner),
    text(name, schema, manner) {
      return manner !== 'edge' && name in known && random.chance(0.8) ? String(known[name]) : text(schema, manner);
    },
  };
}

import { INDICATOR_KINDS, INDICATOR_LEVELS, type Indicator } from './indicators.ts';

/** A sign as a case stores it, and as answers show it: amounts are decimal text. */
export interface SignJson {
  kind: Indicator['kind'];
  level: Indicator['level'];
  figure: string;
  usual: string | null;
}

export function signOf({ kind, level, figure, usual }: Indicator): SignJson {
  return { kind, level, figure: String(figure), usual: usual === null ? null : String(usual) };
}

/** Text of the column `risk.member_case.signs`. */
export function signsToJson(found: readonly Indicator[]): string {
  return JSON.stringify(found.map(signOf));
}

/** Signs of a stored case, in display order. Kinds of other versions are left out. */
export function signsFromJson(stored: unknown): SignJson[] {
  const signs = Array.isArray(stored) ? (stored as SignJson[]) : [];
  return INDICATOR_KINDS.flatMap((kind) =>
    signs.filter((sign) => sign.kind === kind && INDICATOR_LEVELS.includes(sign.level)),
  );
}

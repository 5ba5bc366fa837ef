import type { Config } from '../config/config.ts';
import type { Traces } from './open-traces.ts';

/** Starts traces of this thread if configured. Otherwise loads none of the tracing code. */
export async function startTracing({ traces }: Pick<Config, 'traces'>, roles: string): Promise<Traces | null> {
  if (traces === null) return null;
  const { openTraces } = await import('./open-traces.ts');
  return openTraces(traces, roles);
}

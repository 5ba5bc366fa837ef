import { Refusal } from '../../src/refusal.ts';
import type { Random } from '../kit/random.ts';
import type { FrailDb } from './frail-db.ts';

/** What the caller gets: an answer, a refusal, or nothing. */
export type Answer<T> = { is: 'yes'; value: T } | { is: 'no'; code: string } | { is: 'nothing' };

export interface Network {
  /**
   * Calls a server. The request may be lost, arrive twice, or meet a server that is killed while it acts, and the
   * answer may be lost.
   */
  ask<T>(act: () => Promise<T>): Promise<Answer<T>>;
  /** From now on nothing is lost and no server dies. */
  calm(): void;
}

const LOST = 0.08;
const TWICE = 0.06;
const KILLED = 0.1;
const ANSWER_LOST = 0.1;
const COMMITS_MAX = 4;

export function openNetwork(random: Random, { arm, died }: FrailDb): Network {
  let isCalm = false;
  const happens = (probability: number): boolean => !isCalm && random.chance(probability);

  async function once<T>(act: () => Promise<T>): Promise<Answer<T>> {
    arm(happens(KILLED) ? random.below(COMMITS_MAX) : null);
    try {
      return { is: 'yes', value: await act() };
    } catch (error) {
      if (died()) return { is: 'nothing' };
      if (error instanceof Refusal) return { is: 'no', code: error.code };
      throw error;
    } finally {
      arm(null);
    }
  }

  return {
    async ask(act) {
      if (happens(LOST)) return { is: 'nothing' };
      if (happens(TWICE)) await once(act);
      const answer = await once(act);
      return happens(ANSWER_LOST) ? { is: 'nothing' } : answer;
    },
    calm() {
      isCalm = true;
    },
  };
}

import type { Step, Verification } from '@tercet/fair';
import type { SourcesReport } from './gather-proof.ts';
import type { ProofAnswer, ProofFound, ProofQuestion, ProofRequest, SavedProof } from './proof-messages.ts';
import { cloneable } from './structured-clone.ts';

/** A finished check with its other results. */
export interface Checked extends Verification {
  found: ProofFound;
  /** All inputs of the check as a file. Null if they were not kept, or newer checks replaced them. */
  save(): Promise<SavedProof | null>;
}

export interface ProofListener {
  /** Receives each step as it is computed. */
  onStep?(step: Step): void;
  /** Receives the other servers' answers, before the first step. */
  onReport?(report: SourcesReport): void;
  /** Remember the inputs, so that `save` works. */
  keep?: boolean;
}

export interface ProofRunner {
  /** Checks a bundle on this phone. Rejects if the worker fails. */
  run(question: ProofQuestion, listener?: ProofListener): Promise<Checked>;
  /** Starts the worker and compiles its code, so that the first check is fast and works offline. */
  warm(): void;
}

interface Waiting extends ProofListener {
  steps: Step[];
  resolve(checked: Checked): void;
  reject(error: Error): void;
}

/** Runs checks in a worker that `start` creates. After a failure the next check starts a new worker. */
export function createProofRunner(start: () => Worker): ProofRunner {
  let worker: Worker | null = null;
  let warmed = false;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();
  const saving = new Map<number, (saved: SavedProof | null) => void>();

  function started(): Worker {
    const made = start();
    made.onmessage = ({ data }: MessageEvent<ProofAnswer>) => receive(data);
    made.onerror = () => {
      made.terminate();
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the proof worker failed'));
      waiting.clear();
      for (const resolve of saving.values()) resolve(null);
      saving.clear();
    };
    return made;
  }

  function receive(answer: ProofAnswer): void {
    if ('saved' in answer) {
      saving.get(answer.id)?.(answer.saved);
      saving.delete(answer.id);
      return;
    }
    const job = waiting.get(answer.id);
    if (job === undefined) return;
    if ('report' in answer) {
      job.onReport?.(answer.report);
      return;
    }
    if ('step' in answer) {
      job.steps.push(answer.step);
      job.onStep?.(answer.step);
      return;
    }
    waiting.delete(answer.id);
    if ('failure' in answer) job.reject(new Error(answer.failure));
    else {
      const { id, verification, found } = answer;
      job.resolve({ ...verification, found, steps: job.steps, save: () => save(id) });
    }
  }

  function send(message: ProofRequest): void {
    worker ??= started();
    worker.postMessage(message);
  }

  function save(id: number): Promise<SavedProof | null> {
    return new Promise((resolve) => {
      saving.set(id, resolve);
      send({ save: id });
    });
  }

  return {
    run(question, listener = {}) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { ...listener, steps: [], resolve, reject });
        send({ ...cloneable(question), id, keep: listener.keep ?? false });
      });
    },
    warm() {
      if (warmed) return;
      warmed = true;
      send({ warm: true });
    },
  };
}

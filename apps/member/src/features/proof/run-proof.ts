import type { Step, Verification } from '@tercet/fair';
import type { ProofAnswer, ProofQuestion, ProofRequest } from './proof-messages.ts';

interface Waiting {
  steps: Step[];
  onStep?: (step: Step) => void;
  resolve(verification: Verification): void;
  reject(error: Error): void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const made = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<ProofAnswer>) => receive(data);
  made.onerror = () => {
    made.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error('the proof worker failed'));
    waiting.clear();
  };
  return made;
}

function receive(answer: ProofAnswer): void {
  const job = waiting.get(answer.id);
  if (job === undefined) return;
  if ('step' in answer) {
    job.steps.push(answer.step);
    job.onStep?.(answer.step);
    return;
  }
  waiting.delete(answer.id);
  if ('failure' in answer) job.reject(new Error(answer.failure));
  else job.resolve({ verdict: answer.verdict, houseRun: answer.houseRun, steps: job.steps });
}

/** Checks a bundle on this phone. `onStep` hears of each step as it is computed. */
export function runProof(question: ProofQuestion, onStep?: (step: Step) => void): Promise<Verification> {
  worker ??= start();
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { steps: [], onStep, resolve, reject });
    running.postMessage({ ...question, id } satisfies ProofRequest);
  });
}

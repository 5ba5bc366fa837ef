import {
  drawSteps,
  fromHex,
  inclusionProofHex,
  isHex,
  leafHash,
  QUICKNET,
  type SlipProof,
  type Step,
  slipSteps,
  toHex,
  type VerifyOptions,
  verifyBeaconRound,
} from '@tercet/fair';
import { bundleName, bundleOf, bundleText } from './bundle.ts';
import { type AskPlan, type Gathered, gatherProof } from './gather-proof.ts';
import type { ProofAnswer, ProofFound, ProofQuestion, ProofRequest, SavedProof } from './proof-messages.ts';
import { sightingOf } from './seal-sighting.ts';

/** Round 1 of a public beacon. Verifying it once halves the time of the next check. */
const WARM = {
  round: 1,
  signature: 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
};

/** The inputs of a check, kept to save it as a file. */
interface Made {
  question: ProofQuestion;
  gathered: Gathered;
  slip: SlipProof | null;
}

const MADE_MAX = 4;
const made = new Map<number, Made>();

/** Checks proofs off the main thread, one step at a time, so that pages stay responsive. */
self.onmessage = ({ data }: MessageEvent<ProofRequest>) => {
  const answer = (message: ProofAnswer) => self.postMessage(message);
  if ('warm' in data) verifyBeaconRound(QUICKNET, WARM.round, WARM.signature);
  else if ('save' in data) answer({ id: data.save, saved: save(data.save) });
  else void run(data, answer);
};

async function run(
  question: ProofQuestion & { id: number; keep: boolean },
  answer: (message: ProofAnswer) => void,
): Promise<void> {
  const { id, ask, keep } = question;
  try {
    const draw = drawOf(question);
    const elsewhere = ask === undefined ? null : await gatherProof(draw, ask);
    if (elsewhere !== null) answer({ id, report: elsewhere.report });
    const gathered: Gathered = elsewhere?.gathered ?? {};
    const options = { ...withGathered(question.options, gathered), ...followedBy(ask) };
    const slip = slipOf(question, options);
    if (keep) remember(id, { question, gathered, slip });
    const steps =
      question.kind === 'draw' ? drawSteps(question.proof, options) : slipSteps(slip ?? given(question), options);
    let next = steps.next();
    for (; !next.done; next = steps.next()) answer({ id, step: asTexts(next.value) });
    const { leafHashes: _, ...light } = gathered;
    const seen = sightingOf(draw, options.witnessed);
    const found: ProofFound = { report: elsewhere?.report ?? null, gathered: light, slip, seen };
    answer({ id, verification: next.value, found });
  } catch (error) {
    answer({ id, failure: String(error) });
  }
}

/** Compares checkpoints only if a house can provide the consistency proof between them. */
function followedBy(ask: AskPlan | undefined): Pick<VerifyOptions, 'followed'> {
  return ask?.followed === undefined || ask.bookUrl === null ? {} : { followed: ask.followed };
}

/** Converts all values of a step to text. A house may send values of any type. */
function asTexts(step: Step): Step {
  const values = Object.entries(step.values as Record<string, unknown>);
  const texts = values.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return { ...step, values: Object.fromEntries(texts) };
}

function remember(id: number, check: Made): void {
  made.set(id, check);
  const [oldest] = made.keys();
  if (made.size > MADE_MAX && oldest !== undefined) made.delete(oldest);
}

function save(id: number): SavedProof | null {
  const check = made.get(id);
  if (check === undefined) return null;
  const bundle = bundleOf(check.question, check, Date.now());
  return { name: bundleName(bundle), file: new Blob([bundleText(bundle)], { type: 'application/json' }) };
}

function given(question: ProofQuestion): SlipProof {
  if (question.kind !== 'slip') throw new Error('not a slip');
  return question.proof;
}

function drawOf(question: ProofQuestion) {
  if (question.kind === 'draw') return question.proof;
  return question.kind === 'slip' ? question.proof.draw : question.draw;
}

/** Adds gathered evidence. Earlier evidence, such as a stored checkpoint, counts beside the witnesses' answers. */
function withGathered(options: VerifyOptions, { witnessed, ...rest }: Gathered): VerifyOptions {
  if (witnessed === undefined) return { ...options, ...rest };
  return { ...options, ...rest, witnessed: [...(options.witnessed ?? []), ...witnessed] };
}

/**
 * Builds the inclusion proof of a bet from the public hashes. Null if the house provides the proof.
 *
 * A bet that is not among the sealed ones gets a proof that cannot hold, so the verdict is a breach.
 */
function slipOf(question: ProofQuestion, { leafHashes: leaves }: VerifyOptions): SlipProof | null {
  if (question.kind === 'draw' || (question.kind === 'slip' && hasPath(question.proof))) return null;
  const { receipt, draw } = question.kind === 'slip' ? question.proof : question;
  if (!leaves || !isHex(receipt?.leafData)) return { receipt, draw, index: null, count: null, proof: null };
  const index = leaves.indexOf(toHex(leafHash(fromHex(receipt.leafData))));
  const proof = index < 0 ? [] : inclusionProofHex(leaves, index);
  return { receipt, draw, index: Math.max(0, index), count: leaves.length, proof };
}

function hasPath(proof: SlipProof): boolean {
  return typeof proof?.index === 'number' && Array.isArray(proof.proof);
}

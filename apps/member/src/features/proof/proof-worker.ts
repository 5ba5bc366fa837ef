import { drawSteps, fromHex, inclusionProofHex, leafHash, type SlipProof, slipSteps, toHex } from '@tercet/fair';
import type { ProofAnswer, ProofQuestion, ProofRequest } from './proof-messages.ts';

/** Computes proofs off the main thread, one step at a time, so that the page never stalls. */
self.onmessage = ({ data }: MessageEvent<ProofRequest>) => {
  const answer = (message: ProofAnswer) => self.postMessage(message);
  try {
    const steps = stepsOf(data);
    let next = steps.next();
    for (; !next.done; next = steps.next()) answer({ id: data.id, step: next.value });
    answer({ id: data.id, ...next.value });
  } catch (error) {
    answer({ id: data.id, failure: String(error) });
  }
};

function stepsOf(question: ProofQuestion) {
  if (question.kind === 'draw') return drawSteps(question.proof, question.options);
  return slipSteps(question.kind === 'slip' ? question.proof : bundleOf(question), question.options);
}

/** A receipt that is not among the sealed bets gets a path that cannot hold: the verdict is then a breach. */
function bundleOf({ receipt, draw, options }: Extract<ProofQuestion, { kind: 'receipt' }>): SlipProof {
  const leaves = options.leafHashes;
  if (leaves === undefined) return { receipt, draw, index: null, count: null, proof: null };
  const index = leaves.indexOf(toHex(leafHash(fromHex(receipt.leafData))));
  const proof = index < 0 ? [] : inclusionProofHex(leaves, index);
  return { receipt, draw, index: Math.max(0, index), count: leaves.length, proof };
}

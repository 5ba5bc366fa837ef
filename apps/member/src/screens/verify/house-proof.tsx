import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../api/query-keys.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { markOfProof } from '../../features/proof/mark-of.ts';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import type { Checked } from '../../features/proof/proof-runner.ts';
import { proofs } from '../../features/proof/run-proof.ts';
import { stamp } from '../../ui/feel/feel.ts';
import type { PinnedKey } from './independence.tsx';
import { ProofView } from './proof-view.tsx';

/** The check of what this house showed. The other screens then show the mark that was found without computing again. */
export function HouseProof({ question, pinned }: { question: ProofQuestion; pinned: PinnedKey }) {
  const client = useQueryClient();
  const money = useMoneyText();
  const draw =
    question.kind === 'draw' ? question.proof : question.kind === 'slip' ? question.proof.draw : question.draw;

  function keep(checked: Checked): void {
    stamp();
    if (question.kind === 'draw' && markOfProof(checked) !== null)
      client.setQueryData(keys.check(draw.drawId), checked);
  }

  return (
    <ProofView
      question={question}
      draw={draw}
      runner={proofs}
      money={money}
      pinned={pinned}
      from="house"
      code="house"
      onChecked={keep}
    />
  );
}

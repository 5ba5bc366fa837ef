import { useMoneyText } from '../../features/house/use-money.ts';
import type { Bundle } from '../../features/proof/bundle.ts';
import { proofs } from '../../features/proof/run-proof.ts';
import { stamp } from '../../ui/feel/feel.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { ProofView } from './proof-view.tsx';
import { termsOf, useKnown } from './use-known.ts';

/** The check of a bundle from a file; without a line, of what the file holds alone. */
export function BundleVerdict({ bundle }: { bundle: Bundle }) {
  const known = useKnown();
  const money = useMoneyText();
  if (known === null) return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
  const draw = bundle.kind === 'draw' ? bundle.proof : bundle.proof.draw;
  const { options, ask, pinned } = termsOf(draw, known, 'file');
  const witnessed = [...(options.witnessed ?? []), ...(bundle.options.witnessed ?? [])];
  const all = { ...bundle.options, ...options, witnessed };
  const question =
    bundle.kind === 'draw'
      ? ({ kind: 'draw', proof: bundle.proof, options: all, ask } as const)
      : ({ kind: 'slip', proof: bundle.proof, options: all, ask } as const);
  return (
    <ProofView
      question={question}
      draw={draw}
      runner={proofs}
      money={money}
      pinned={pinned}
      from="file"
      code="house"
      onChecked={stamp}
    />
  );
}

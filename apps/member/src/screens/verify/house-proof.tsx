import { useQueryClient } from '@tanstack/react-query';
import type { DrawProof } from '@tercet/fair';
import { keys } from '../../api/shared/query-keys.ts';
import { ConflictingClaims } from '../../features/claims/conflicting-claims.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { PinBook } from '../../features/pins/pin-book.tsx';
import { namedWitnesses } from '../../features/pins/witness-addresses.ts';
import type { OwnCheck } from '../../features/proof/check-draw.ts';
import { isFinalVerdict } from '../../features/proof/final-verdict.ts';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import type { Checked } from '../../features/proof/proof-runner.ts';
import { proofs } from '../../features/proof/run-proof.ts';
import { firstSeenKey, type Known } from '../../features/proof/trusted-keys.ts';
import { type Terms, termsOf } from '../../features/proof/verification-terms.ts';
import { stamp } from '../../ui/feel/feel.ts';
import { Explained } from './explained.tsx';
import { pinnedKeyOf } from './pinned-key.ts';
import { ProofView } from './proof-view.tsx';
import type { ReceivedClaims } from './use-received-claims.ts';

interface HouseProofProps {
  draw: DrawProof;
  /** True if the house runs the beacon, and so could foresee the draw. */
  houseRun: boolean;
  known: Known;
  told: ReceivedClaims;
  /** Builds the check from what is known. */
  ask(terms: Terms): ProofQuestion;
  onChecked?(checked: Checked): void;
}

/**
 * Checks a proof from this house. Runs again when the reader confirms the key, and when more answers are known. Caches
 * a final verdict on a draw, so that other screens show its mark without computing it again.
 */
export function HouseProof({ draw, houseRun, known, told: reported, ask, onChecked }: HouseProofProps) {
  const client = useQueryClient();
  const money = useMoneyText();
  const question = ask(termsOf(draw, known, { from: 'house', claims: reported.claims }));

  function keep(checked: Checked): void {
    stamp();
    onChecked?.(checked);
    const { verdict, houseRun } = checked;
    if (question.kind !== 'draw' || known.pin === null || !isFinalVerdict(verdict)) return;
    client.setQueryData<OwnCheck>(keys.check(question.proof.drawId), { verdict, houseRun, isPinned: true });
  }

  return (
    <ProofView
      key={`${known.pin?.logKey} ${known.pin?.witnesses.length} ${reported.claims.length}`}
      question={question}
      draw={draw}
      runner={proofs}
      money={money}
      pinned={pinnedKeyOf(known)}
      from="house"
      about={<Explained houseRun={houseRun} />}
      code="house"
      toConfirm={<ConfirmOwn known={known} draw={draw} />}
      answers={<ConflictingClaims claims={reported.kept} />}
      onChecked={keep}
    />
  );
}

/**
 * Asks the reader to confirm the key of this house's book: the first one that this phone saw, else the one that the
 * house or the draw names.
 */
export function ConfirmOwn({ known, draw }: { known: Known; draw: DrawProof | null }) {
  const seen = firstSeenKey(known) === null ? null : (known.followed?.logKey ?? null);
  const logKey = seen ?? known.house?.book?.logKey ?? draw?.book?.logKey ?? null;
  return <PinBook own pin={known.pin} logKey={logKey} witnesses={namedWitnesses(known.house)} />;
}

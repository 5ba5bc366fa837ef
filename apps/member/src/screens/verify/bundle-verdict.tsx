import { useQuery } from '@tanstack/react-query';
import type { DrawProof } from '@tercet/fair';
import { useState } from 'react';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { ConflictingClaims } from '../../features/claims/conflicting-claims.tsx';
import { OWN_BOOK } from '../../features/claims/known-claims.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { PinBook } from '../../features/pins/pin-book.tsx';
import { usePin } from '../../features/pins/use-pin.ts';
import type { Bundle } from '../../features/proof/bundle.ts';
import { proofs } from '../../features/proof/run-proof.ts';
import { type Known, originOf, ownOrigin, useKnown } from '../../features/proof/trusted-keys.ts';
import { termsOf } from '../../features/proof/verification-terms.ts';
import { stamp } from '../../ui/feel/feel.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { ConfirmOwn } from './house-proof.tsx';
import type { PinnedKey } from './independence.tsx';
import { pinnedKeyOf } from './pinned-key.ts';
import { ProofView } from './proof-view.tsx';
import { useReceivedClaims } from './use-received-claims.ts';

/**
 * Checks a saved bundle, offline with its contents only. If the bundle names this house's book, also fetches the draw
 * from the house and compares both answers.
 */
export function BundleVerdict({ bundle }: { bundle: Bundle }) {
  const known = useKnown();
  if (known === null) return <Waiting />;
  return <OfBundle bundle={bundle} known={known} />;
}

function OfBundle({ bundle, known }: { bundle: Bundle; known: Known }) {
  const money = useMoneyText();
  const draw = bundle.kind === 'draw' ? bundle.proof : bundle.proof.draw;
  const origin = originOf(draw);
  const isOwn = origin !== null && origin === ownOrigin(known);
  const foreignPin = usePin(isOwn ? null : origin);
  const claims = useFurtherClaims(bundle, draw, { isOwn, origin });
  if (foreignPin === undefined || claims === undefined) return <Waiting />;
  const { options, ask } = termsOf(draw, known, { from: 'file', claims: claims.claims, foreignPin });
  const witnessed = [...(options.witnessed ?? []), ...(bundle.options.witnessed ?? [])];
  const all = { ...bundle.options, ...options, witnessed, undated: true };
  const question =
    bundle.kind === 'draw'
      ? ({ kind: 'draw', proof: bundle.proof, options: all, ask } as const)
      : ({ kind: 'slip', proof: bundle.proof, options: all, ask } as const);
  const pin = isOwn ? known.pin : foreignPin;
  return (
    <ProofView
      key={`${pin?.logKey} ${claims.claims.length}`}
      question={question}
      draw={draw}
      runner={proofs}
      money={money}
      pinned={isOwn ? pinnedKeyOf(known) : foreignKeyOf(foreignPin)}
      from="file"
      code="house"
      toConfirm={
        isOwn ? (
          <ConfirmOwn known={known} draw={draw} />
        ) : (
          <PinBook own={false} pin={foreignPin} logKey={draw.book?.logKey ?? null} witnesses={null} />
        )
      }
      answers={<ConflictingClaims claims={claims.kept} />}
      onChecked={stamp}
    />
  );
}

function foreignKeyOf(pin: { pinnedAtMs: number } | null): PinnedKey {
  return pin === null ? { state: 'none' } : { state: 'pinned', sinceMs: pin.pinnedAtMs };
}

/** The claims of the file and of the house's current answer, together with those stored on this phone. */
function useFurtherClaims(
  bundle: Bundle,
  draw: DrawProof,
  { isOwn, origin }: { isOwn: boolean; origin: string | null },
) {
  const [openedAtMs] = useState(() => Date.now());
  const house = useQuery({ ...drawQuery(draw.drawId), staleTime: 0, enabled: isOwn, retry: false });
  const isSilent = !isOwn || house.isError || house.fetchStatus === 'paused';
  const ofFile = { answer: bundle.proof, source: 'file', atMs: openedAtMs } as const;
  const ofHouse = { answer: house.data, source: 'house', atMs: house.dataUpdatedAt } as const;
  const isFresh = house.data !== undefined && house.dataUpdatedAt >= openedAtMs;
  const answers = isFresh ? [ofFile, ofHouse] : isSilent ? [ofFile] : null;
  return useReceivedClaims(isOwn ? OWN_BOOK : (origin ?? 'unknown'), draw.drawId, answers);
}

function Waiting() {
  return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
}

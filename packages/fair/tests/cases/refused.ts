/** Evidence that a verifier must refuse: each part missing or wrong in every way. */
import { voidedStory, witnessedStory } from '../stories.ts';
import { type EvidenceCase, honest, slipBundle } from './case.ts';
import { houseTimeRows, originCases } from './refused-origin.ts';
import { resultCases, twoFatesCase } from './refused-result.ts';
import { listCases } from './refused-tables.ts';
import { voidCases } from './refused-void.ts';
import { foreignResultCase, houseWindowCases, windowCases } from './refused-window.ts';

/** The honest cases from which the refused ones are derived. */
export function baseCases() {
  return {
    drawn: honest('drawn', slipBundle(witnessedStory({ beacon: 'public' })), 'verified'),
    voided: honest('void', slipBundle(voidedStory({ beacon: 'public' })), 'void'),
    unwitnessed: honest(
      'no witnesses',
      slipBundle(witnessedStory({ witnesses: 0, beacon: 'public' })),
      'time-not-proven',
    ),
    local: honest('local beacon', slipBundle(witnessedStory()), 'time-not-proven'),
  };
}

export function refusedCases({ drawn, voided, unwitnessed, local }: ReturnType<typeof baseCases>): EvidenceCase[] {
  return [
    ...originCases(drawn),
    ...listCases(drawn),
    ...houseTimeRows(unwitnessed),
    ...windowCases(drawn),
    ...houseWindowCases(unwitnessed),
    foreignResultCase(local),
    ...voidCases(voided, drawn),
    ...resultCases(drawn),
    twoFatesCase(unwitnessed),
  ];
}

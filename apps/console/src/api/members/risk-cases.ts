import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

const PATH = '/api/console/members/{memberId}/risk-cases/{id}';

export type RiskCase = AnswerOf<'get', '/api/console/risk-cases'>['items'][number];
export type FullRiskCase = AnswerOf<'get', typeof PATH>;
export type Sign = RiskCase['signs'][number];
type Step = AskOf<'post', `${typeof PATH}/interactions`>['body'];
export type StepAction = Step['action'];
export type StepOutcome = Step['outcome'];
export type LimitKind = NonNullable<Step['limit']>['kind'];

export const CASE_STATES = ['due', 'later', 'closed'] as const;
export const CASE_REASONS = ['signs', 'net-deposit'] as const;
export const STEP_ACTIONS: readonly StepAction[] = ['message', 'call', 'limit', 'time-out', 'none'];
export const STEP_OUTCOMES: readonly StepOutcome[] = [
  ...(['sent', 'talked', 'no-answer', 'agreed', 'declined', 'no-concern'] as const),
];

export const riskCasesApi: ResourceApi<RiskCase, FullRiskCase> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/risk-cases', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) => call('get', PATH, { params: readMemberKey(key), signal }),
};

/** Records what was done about a case. A suggested limit waits for the member's answer. */
export function recordStep(key: string, body: Step): Promise<FullRiskCase> {
  return call('post', `${PATH}/interactions`, { params: readMemberKey(key), body });
}

import { type AnswerOf, type AskOf, call } from '../shared/client.ts';

export type Settings = AnswerOf<'get', '/api/console/settings'>;
export type Service = NonNullable<Settings['service']>;
export type ServiceForm = AskOf<'put', '/api/console/service'>['body'];
export type MoneyRule = Settings['rule'];
export type MoneyRuleForm = AskOf<'post', '/api/console/money-rule'>['body'];

export function readSettings(signal?: AbortSignal): Promise<Settings> {
  return call('get', '/api/console/settings', { signal });
}

export function setService(body: ServiceForm): Promise<Service> {
  return call('put', '/api/console/service', { body });
}

/** Proposes an external support page. Members see it after a second person confirms. */
export function proposeServicePage(url: string, why: string): Promise<unknown> {
  return call('post', '/api/console/service/url', { body: { url, why } });
}

/** Removes the external support page at once. */
export function withdrawServicePage(why: string): Promise<Service> {
  return call('post', '/api/console/service/url/withdraw', { body: { why } });
}

export function proposeMoneyRule(body: MoneyRuleForm): Promise<unknown> {
  return call('post', '/api/console/money-rule', { body });
}

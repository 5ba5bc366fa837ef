import { httpRegister } from '../adapters/exclusion-register/http-register.ts';
import { sandboxIdentity } from '../adapters/identity/sandbox.ts';
import type { Config } from '../config/config.ts';
import { ageMinOf } from '../config/identity.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { House } from '../house/house.ts';
import { setAdmissionRule } from '../identity-checks/admission.ts';
import type { IdentityDeps } from '../identity-checks/deps.ts';
import type { ExclusionRegister } from '../identity-checks/exclusion-register.ts';
import type { IdentityProvider } from '../identity-checks/provider.ts';
import { ANSWER_HOURS } from '../identity-checks/register-answers.ts';
import { notifyMember } from '../members/messages/messages.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import type { Sessions } from '../members/sessions/sessions.ts';

/** Opens identity checks for the API and the jobs. A live house also stores its admission rules. */
export async function openIdentity(config: Config, db: Db, house: House, sessions: Sessions): Promise<IdentityDeps> {
  const { admission } = config;
  const register = openRegister(config, house);
  const registerHours = register === null ? null : ANSWER_HOURS;
  const rule = { ageMin: ageMinOf(admission), countries: admission.countries, registerHours };
  if (house.mode === 'live') await transaction(db, (tx) => setAdmissionRule(tx, rule));
  return {
    db,
    provider: await openIdentityProvider(config, house),
    register,
    asked: house.mode === 'live',
    personKey: await loadPersonKey(config.keysDir),
    sessions,
    tell: notifyMember,
  };
}

/**
 * The configured provider, or null for none. Throws an error of one line if it does not suit the house. A play house
 * must not request real documents, and a live one must not use the sandbox. Only the chosen provider is loaded.
 */
export async function openIdentityProvider(
  { identity }: Pick<Config, 'identity'>,
  { mode }: Pick<House, 'mode'>,
): Promise<IdentityProvider | null> {
  if (mode === 'play') {
    if (identity.provider === 'none') return null;
    if (identity.provider === 'sandbox') return sandboxIdentity(identity);
    throw new Error(`this house plays for credits: TERCET_IDENTITY=${identity.provider} is not for it`);
  }
  if (identity.provider !== 'veriff') {
    throw new Error('a live house needs a real identity provider: TERCET_IDENTITY=veriff');
  }
  const { veriffIdentity } = await import('../adapters/identity/veriff.ts');
  return veriffIdentity(identity);
}

/** The configured exclusion register, or null for none. A play house asks none, since it verifies no identity. */
function openRegister(
  { exclusionRegister }: Pick<Config, 'exclusionRegister'>,
  { mode }: Pick<House, 'mode'>,
): ExclusionRegister | null {
  return exclusionRegister === null || mode === 'play' ? null : httpRegister(exclusionRegister);
}

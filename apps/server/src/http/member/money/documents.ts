import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SlipPlace } from '../../../draw/slips/slip-places.ts';
import type { House } from '../../../house/house.ts';
import type { Identity } from '../../../identity.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import type { Letterhead } from '../../../statement/compose.ts';
import { chooseLanguage, type Language } from '../../../statement/words.ts';
import { pageOriginOf } from '../../shared/page-origin.ts';
import type { DocumentDeps } from './deps.ts';

/** The language of exported files; by default that of `Accept-Language`. */
export const LocaleQuery = z.object({
  locale: z
    .string()
    .max(35)
    .regex(/^[A-Za-z0-9-]+$/)
    .optional(),
});

export function languageOf(request: FastifyRequest, house: House, requested: string | undefined): Language {
  return chooseLanguage({ requested, acceptLanguage: request.headers['accept-language'], house: house.locale });
}

export function letterheadOf(
  request: FastifyRequest,
  deps: DocumentDeps,
  identity: Identity,
  requested: string | undefined,
): Letterhead {
  const { house, security } = deps;
  return {
    house: house.name,
    mode: house.mode,
    currency: house.currency,
    exponent: house.exponent,
    url: pageOriginOf(request, security),
    book: house.origin,
    userName: identity.userName,
    language: languageOf(request, house, requested),
  };
}

/** The dependencies with lottery names in the given language. */
export function spokenIn<Deps extends Pick<DocumentDeps, 'catalogue'>>(deps: Deps, { locale }: Language): Deps {
  return { ...deps, catalogue: () => localizedCatalogue(deps.catalogue(), locale) };
}

export function nameOf({ lottery, period }: SlipPlace): { lottery: string; period: number } {
  return { lottery: lottery.name, period };
}

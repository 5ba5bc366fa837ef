import { z } from 'zod';
import { SERVICES } from '../../directory/services.ts';
import { LANGUAGES } from '../../languages.ts';

export const CityAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  country: z.string(),
  tier: z.number().int().describe('First, second or third; in the third the concierge serves'),
  latitude: z.number().describe('A phone sorts by what is near; the house is never told where it is'),
  longitude: z.number(),
  hosts: z.number().int(),
});
z.globalRegistry.add(CityAnswer, { id: 'City' });

export const HostAnswer = z.object({
  id: z.uuid(),
  cityId: z.uuid(),
  name: z.string(),
  about: z.string(),
  services: z.array(z.enum(SERVICES)),
  languages: z.array(z.string()),
  verifiedAtMs: z.number().int().describe('When the house saw who this is'),
  pictures: z.array(z.uuid()),
});
z.globalRegistry.add(HostAnswer, { id: 'Host' });

const HostTextsBody = z.partialRecord(
  z.enum(LANGUAGES),
  z.strictObject({ name: z.string().trim().min(1).max(60), about: z.string().trim().min(1).max(2_000) }),
);

export const HostWordsBody = z.strictObject({
  texts: HostTextsBody.refine((texts) => Object.keys(texts).length > 0).describe('By language'),
});

const OwnTexts = z.record(z.string(), z.object({ name: z.string(), about: z.string() })).nullable();

export const OwnProfileAnswer = z.object({
  services: z.array(z.enum(SERVICES)),
  languages: z.array(z.string()),
  texts: OwnTexts.describe('As members read them; null: none were approved yet'),
  draft: OwnTexts.describe('Those that wait to be looked at'),
  paused: z.boolean(),
  consentUntilMs: z.number().int().nullable().describe('Null: the host has not said yes, or no more'),
  shown: z.boolean().describe('Whether members see it'),
});
z.globalRegistry.add(OwnProfileAnswer, { id: 'OwnProfile' });

import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../process/json-file.ts';

/** Of those that help wherever somebody is. */
const INTERNATIONAL = 'international';
const OWN_FILE = join(import.meta.dirname, 'help-organisations.json');

const Organisation = z.strictObject({
  name: z.string().trim().min(1).max(120),
  url: z.url({ protocol: /^https$/ }),
  /** As it is dialled in its country; null where there is none, or nobody is sure of it. */
  phone: z
    .string()
    .regex(/^\+?\d[\d\s-]*$/)
    .nullable(),
  /** BCP 47, such as `en` or `zh-Hant`. */
  languages: z.array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)).min(1),
});
const File = z
  .record(z.string().regex(/^([A-Z]{2}|international)$/), z.array(Organisation).min(1))
  .refine((file) => INTERNATIONAL in file, `lacks a list under "${INTERNATIONAL}"`);

/** Whoever helps people who gamble more than they want to. */
export interface HelpOrganisation extends z.infer<typeof Organisation> {
  /** ISO 3166-1 in two letters, or `international`. */
  country: string;
}

/**
 * The organisations of a file, by country and in the file's order. Null reads the list that comes along. Throws one
 * line that names the file and what is wrong with it.
 */
export async function readHelpOrganisations(path: string | null): Promise<HelpOrganisation[]> {
  const lists = await readJsonFile('help organisations', path ?? OWN_FILE, File);
  return Object.entries(lists).flatMap(([country, organisations]) =>
    organisations.map((organisation) => ({ ...organisation, country })),
  );
}

/** Those of one country, then those that help everywhere; without a country, all of them. */
export function organisationsFor(all: readonly HelpOrganisation[], country: string | null): HelpOrganisation[] {
  const everywhere = all.filter((one) => one.country === INTERNATIONAL);
  const inCountries = all.filter((one) => one.country !== INTERNATIONAL);
  return [...inCountries.filter((one) => country === null || one.country === country), ...everywhere];
}

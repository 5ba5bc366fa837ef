import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../process/json-file.ts';

/** Key of the organisations that help in every country. */
const INTERNATIONAL = 'international';
const OWN_FILE = join(import.meta.dirname, 'help-organisations.json');

const Organisation = z.strictObject({
  name: z.string().trim().min(1).max(120),
  url: z.url({ protocol: /^https$/ }),
  /** As dialled in its country; null when there is none or it is uncertain. */
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

/** An organisation that helps people with gambling problems. */
export interface HelpOrganisation extends z.infer<typeof Organisation> {
  /** Two letters of ISO 3166-1, or `international`. */
  country: string;
}

/**
 * Reads organisations from a file, by country, in the file's order. Null reads the built-in list. Throws an error of
 * one line with the file and the fault.
 */
export async function readHelpOrganisations(path: string | null): Promise<HelpOrganisation[]> {
  const lists = await readJsonFile('help organisations', path ?? OWN_FILE, File);
  return Object.entries(lists).flatMap(([country, organisations]) =>
    organisations.map((organisation) => ({ ...organisation, country })),
  );
}

/** The organisations of a country, then the international ones. Without a country, all of them. */
export function organisationsFor(all: readonly HelpOrganisation[], country: string | null): HelpOrganisation[] {
  const everywhere = all.filter((one) => one.country === INTERNATIONAL);
  const inCountries = all.filter((one) => one.country !== INTERNATIONAL);
  return [...inCountries.filter((one) => country === null || one.country === country), ...everywhere];
}

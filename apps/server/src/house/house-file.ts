import { z } from 'zod';
import { readJsonFile } from '../process/json-file.ts';

const Name = z.string().trim().min(1).max(200);
const Text = z.string().trim().min(1).max(2_000);
const Page = z.url({ protocol: /^https$/, error: 'is no address that begins with https:' });

const Operator = z.strictObject({
  name: Name,
  /** Postal address. */
  address: Text,
  contact: z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'is neither mailto: nor https:'),
});
const Licence = z.strictObject({ number: Name, authority: Name, link: Page });
/** How far members' money is protected if the house becomes insolvent, as the British commission rates it. */
export const FUNDS_RATINGS = ['basic', 'medium', 'high'] as const;
const Funds = z
  .strictObject({
    text: Text.nullable().default(null),
    link: Page.nullable().default(null),
    /** A live house needs it. */
    rating: z.enum(FUNDS_RATINGS).nullable().default(null),
  })
  .refine(({ text, link }) => text !== null || link !== null, 'has neither a text nor a link');
const ComplaintBody = z.strictObject({ name: Name, link: Page });
const Privacy = z.strictObject({
  /** The data protection officer and how to reach them, or why there is none. */
  officer: Text,
  /** Legal basis of each use. */
  bases: Text,
  /** Who receives data: providers of payments, identity checks, storage and push. */
  recipients: Text,
  /** Transfers to other countries and their safeguards, or that there are none. */
  transfers: Text,
  /** The authority for complaints about data. */
  authority: z.strictObject({ name: Name, link: Page }),
});
const WitnessOperator = z.strictObject({ key: Name, operator: Name });

const File = z.strictObject({
  operator: Operator.nullable().default(null),
  licence: Licence.nullable().default(null),
  funds: Funds.nullable().default(null),
  complaints: ComplaintBody.nullable().default(null),
  privacy: Privacy.nullable().default(null),
  witnesses: z.array(WitnessOperator).max(100).default([]),
});

/** The company that runs the house. */
export type Operator = z.infer<typeof Operator>;
/** The house's gambling licence. */
export type Licence = z.infer<typeof Licence>;
/** How members' money is protected: a text, a page, or both; and the rating of the protection. */
export type Funds = z.infer<typeof Funds>;
export type FundsRating = (typeof FUNDS_RATINGS)[number];
/** The external body for members whose complaint the house did not resolve. */
export type ComplaintBody = z.infer<typeof ComplaintBody>;

/** The house's part of the information of GDPR Article 13. */
export type Privacy = z.infer<typeof Privacy>;

/** The operator's statements about the house; null where there is none. */
export interface HouseStatements {
  operator: Operator | null;
  licence: Licence | null;
  funds: Funds | null;
  complaints: ComplaintBody | null;
  privacy: Privacy | null;
  /** Operators of witnesses, by verifier key. */
  witnesses: z.infer<typeof WitnessOperator>[];
}

const NOTHING: HouseStatements = {
  operator: null,
  licence: null,
  funds: null,
  complaints: null,
  privacy: null,
  witnesses: [],
};

/**
 * Reads the house file; without one, everything is null. Throws an error of one line with the file, the place in it
 * and the fault.
 */
export async function readHouseFile(path: string | null): Promise<HouseStatements> {
  if (path === null) return NOTHING;
  return readJsonFile('house file', path, File);
}

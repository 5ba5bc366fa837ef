import type { HouseStatements } from './house-file.ts';
import { hostOf, isSameSite, type NamedWitness, uncounted } from './live-witnesses.ts';
import { unfilledPrivacy } from './privacy.ts';

/** Facts that the go-live checks examine. Collected by `app/house.ts`. */
export interface LiveFacts {
  statements: HouseStatements;
  /** `play`: the built-in text. `copy`: the house's own file, which opens like it. */
  agreement: 'play' | 'copy' | 'own';
  /** Countries that members may be from, two letters each. */
  countries: readonly string[];
  ageMin: number | null;
  identity: 'none' | 'sandbox' | 'veriff';
  /** `beacon` is for new tables. `tables` are those in force now or later. */
  beacon: 'auto' | 'drand' | 'local';
  tables: readonly RulingTable[];
  /** Addresses of the witnesses. */
  witnesses: readonly { vkey: string; url: string }[];
  payments: { kind: string; isReal: boolean };
  keys: readonly KeyPlace[];
  /** Origins of the club's pages; null: any origin that a request names. */
  origins: readonly string[] | null;
  /** The console's own origin; null: shared with the members' pages. */
  consoleOrigin: string | null;
  /** Name of the book, which begins with a host. */
  bookOrigin: string;
  /** True when play credits were ever given out; then the balances are play money. */
  hasPlayCredits: boolean;
}

export interface RulingTable {
  key: string;
  firstPeriod: number;
  beaconKind: 'quicknet' | 'local' | 'unknown';
  /** Verifier keys. */
  witnesses: readonly string[];
  quorum: number;
}

/** A secret outside the database. `fault` describes a wrong location or its permissions; null when it is fine. */
export interface KeyPlace {
  name: string;
  path: string;
  fault: string | null;
}

/** A go-live check: one requirement of a house for real money. */
export interface GoLiveCheck {
  code: string;
  what: string;
  /** Why a house may not open without it. */
  why: string;
  /** How to meet it. */
  ask: string;
  /** Returns the fault; null when the requirement is met. */
  check(facts: LiveFacts): string | null;
}

/** An unmet requirement. */
export interface FailedCheck extends Omit<GoLiveCheck, 'check'> {
  fault: string;
}

const WITNESSES_MIN = 3;
const AGE_MIN = 18;

/** All go-live checks in order. The doctor, the server's refusal to start and the runbook follow this list. */
export const GO_LIVE_CHECKS: readonly GoLiveCheck[] = [
  {
    code: 'fresh-house',
    what: 'no play credits',
    why: 'free credits must never become money',
    ask: 'create the house in an empty database',
    check: ({ hasPlayCredits }) => (hasPlayCredits ? 'this database has granted play credits' : null),
  },
  {
    code: 'operator',
    what: 'operator of the house, with address and contact',
    why: 'members must know who operates the house',
    ask: 'in TERCET_LIVE_FILE: "operator": {"name", "address", "contact"}',
    check: ({ statements }) => (statements.operator === null ? 'no operator is named' : null),
  },
  {
    code: 'licence',
    what: 'licence number, authority and link',
    why: 'without a licence, a club may only use play credits',
    ask: 'in TERCET_LIVE_FILE: "licence": {"number", "authority", "link"}, the link to the authority’s register',
    check: ({ statements }) => (statements.licence === null ? 'no licence is named' : null),
  },
  {
    code: 'agreement',
    what: 'an agreement for real money',
    why: 'the built-in text says that credits are free and have no value',
    ask: 'TERCET_AGREEMENT_FILE, as your law and licence require, in English and in the languages of your members',
    check({ agreement }) {
      if (agreement === 'own') return null;
      return agreement === 'play'
        ? 'members would agree to the text for play credits'
        : 'it still starts with the text for play credits';
    },
  },
  {
    code: 'countries',
    what: 'allowed countries',
    why: 'a licence is valid in certain countries only',
    ask: 'TERCET_COUNTRIES, two-letter codes separated by commas',
    check: ({ countries }) => (countries.length === 0 ? 'no country is named' : null),
  },
  {
    code: 'age',
    what: 'minimum age',
    why: 'local law sets the minimum age, which is never below 18',
    ask: 'TERCET_AGE_MIN, 18 or more',
    check({ ageMin }) {
      if (ageMin === null) return 'no age is set';
      return ageMin < AGE_MIN ? `${ageMin} is below ${AGE_MIN}` : null;
    },
  },
  {
    code: 'identity',
    what: 'identity provider',
    why: 'age, identity and country are verified before the first top-up, never only at a payout',
    ask: 'TERCET_IDENTITY=veriff and its credentials',
    check({ identity }) {
      if (identity === 'none') return 'members are not identified';
      return identity === 'sandbox' ? 'the sandbox verifies nobody' : null;
    },
  },
  {
    code: 'beacon',
    what: 'the public beacon',
    why: 'the holder of a house-run beacon’s key could foresee draws',
    ask: 'TERCET_BEACON=drand, and new tables in place of those with another beacon',
    check: checkBeacon,
  },
  {
    code: 'witnesses',
    what: 'three independent witnesses',
    why: 'the proof that bets were sealed before the draw must not depend on the house’s word',
    ask:
      'TERCET_WITNESSES with three or more, each with its operator in TERCET_LIVE_FILE ("witnesses": [{"key", ' +
      '"operator"}]), and tables that name them: club book witnesses KEY …',
    check: checkWitnesses,
  },
  {
    code: 'payments',
    what: 'a real payment provider',
    why: 'a sandbox cannot pay out money',
    ask: 'TERCET_PAYMENTS=adyen and TERCET_ADYEN_ENVIRONMENT=live with credentials',
    check: ({ payments }) => (payments.isReal ? null : `TERCET_PAYMENTS is ${payments.kind}, which moves no money`),
  },
  {
    code: 'keys',
    what: 'keys outside the database',
    why: 'a copy or backup of the database must not allow signing or decrypting anything',
    ask: 'TERCET_KEYS (with npm start: the folder keys of TERCET_DATA), readable by the server’s user only',
    check({ keys }) {
      const faults = keys.flatMap(({ name, path, fault }) => (fault === null ? [] : [`${name} (${path}) ${fault}`]));
      return faults.length === 0 ? null : faults.join(', ');
    },
  },
  {
    code: 'tls',
    what: 'TLS',
    why: 'cookies and passwords must be encrypted in transit',
    ask: 'TERCET_ORIGINS with all addresses of the pages, and TERCET_CONSOLE_ORIGIN if set, all https:',
    check: checkOrigins,
  },
  {
    code: 'funds',
    what: 'funds-protection statement with its rating',
    why: 'members must know what happens to their money if the house fails',
    ask: 'in TERCET_LIVE_FILE: "funds": {"text", "link", "rating"}; one of text and link, and basic, medium or high',
    check({ statements: { funds } }) {
      if (funds === null) return 'no statement is configured';
      return funds.rating === null ? 'the protection has no rating' : null;
    },
  },
  {
    code: 'complaints',
    what: 'complaint body',
    why: 'members in dispute with the house need an independent body',
    ask: 'in TERCET_LIVE_FILE: "complaints": {"name", "link"}',
    check: ({ statements }) => (statements.complaints === null ? 'no complaint body is named' : null),
  },
  {
    code: 'privacy',
    what: 'information about members’ data',
    why: 'members must know who uses their data, on which basis, who receives it, and where to complain (GDPR Art. 13)',
    ask:
      'in TERCET_LIVE_FILE: "privacy": {"officer", "bases", "recipients", "transfers", "authority": {"name", ' +
      '"link"}}, without placeholders',
    check({ statements }) {
      // The check `operator` reports a missing operator.
      const own = ['operator', 'address', 'contact'];
      const unfilled = unfilledPrivacy(statements).filter(
        (name) => statements.operator !== null || !own.includes(name),
      );
      return unfilled.length === 0 ? null : `not filled in: ${unfilled.join(' and ')}`;
    },
  },
];

/** Unmet requirements, in order; empty when the house may open. */
export function failedChecks(facts: LiveFacts): FailedCheck[] {
  return GO_LIVE_CHECKS.flatMap(({ check, ...named }) => {
    const fault = check(facts);
    return fault === null ? [] : [{ ...named, fault }];
  });
}

/** Throws one line that names every unmet requirement; does nothing when there is none. */
export function refuseFailedChecks(failed: readonly FailedCheck[]): void {
  if (failed.length === 0) return;
  const named = failed.map(({ code, what, fault }) => `${code} (${what}: ${fault})`).join('; ');
  throw new Error(`go-live checks fail: ${named}. For details run: club doctor`);
}

function checkBeacon({ beacon, tables }: LiveFacts): string | null {
  if (beacon === 'local') return 'TERCET_BEACON is local, a house-run beacon';
  if (beacon === 'auto') return 'TERCET_BEACON is auto, which uses a house-run beacon if no relay answers';
  const other = tables.find(({ beaconKind }) => beaconKind !== 'quicknet');
  return other ? `the table ${nameOf(other)} uses another beacon` : null;
}

function checkWitnesses(facts: LiveFacts): string | null {
  const known = namedWitnesses(facts);
  const faults = uncounted(known, houseSites(facts));
  const counted = known.filter(({ vkey }) => !faults.has(vkey));
  if (counted.length < WITNESSES_MIN) {
    const reasons = [...faults.values()];
    return [`${counted.length} of ${WITNESSES_MIN} count`, ...reasons].join(', ');
  }
  return facts.tables.map((table) => faultOfPolicy(table, counted)).find((fault) => fault !== null) ?? null;
}

/**
 * Fault of a table's witness policy. Every witness it names must count, because one of the house's own would be a vote
 * for the house.
 */
function faultOfPolicy(table: RulingTable, counted: readonly NamedWitness[]): string | null {
  const { witnesses, quorum } = table;
  if (witnesses.length < WITNESSES_MIN) return `the table ${nameOf(table)} names only ${witnesses.length} witnesses`;
  const stranger = witnesses.find((vkey) => counted.every((one) => one.vkey !== vkey));
  if (stranger !== undefined) {
    return `the table ${nameOf(table)} names ${stranger.split('+', 1)[0]}, which does not count`;
  }
  return quorum * 2 > witnesses.length
    ? null
    : `the table ${nameOf(table)} requires ${quorum} of ${witnesses.length} witnesses, which is no majority`;
}

function namedWitnesses({ witnesses, statements }: LiveFacts): NamedWitness[] {
  const operators = new Map(statements.witnesses.map(({ key, operator }) => [key, operator]));
  return witnesses.map(({ vkey, url }) => ({ vkey, url, operator: operators.get(vkey) ?? null }));
}

function houseSites({ statements, bookOrigin, ...facts }: LiveFacts) {
  const hosts = [bookOrigin.split('/', 1)[0] ?? '', ...pagesOf(facts).map(hostOf)].filter(Boolean);
  return {
    operator: statements.operator?.name ?? null,
    isOwnHost: (host: string) => hosts.some((own) => isSameSite(own, host)),
  };
}

/** Origins of all pages of the house, including the console's, because staff passwords travel there. */
function pagesOf({ origins, consoleOrigin }: Pick<LiveFacts, 'origins' | 'consoleOrigin'>): string[] {
  return [...(origins ?? []), ...(consoleOrigin === null ? [] : [consoleOrigin])];
}

function checkOrigins(facts: LiveFacts): string | null {
  if (facts.origins === null || facts.origins.length === 0) return 'TERCET_ORIGINS names no address';
  const bad = pagesOf(facts).find((origin) => !origin.startsWith('https://') || URL.parse(origin)?.origin !== origin);
  return bad === undefined ? null : `${bad} is not the origin of a page over https:`;
}

function nameOf({ key, firstPeriod }: RulingTable): string {
  return `${key} from period ${firstPeriod}`;
}

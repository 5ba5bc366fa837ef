import type { VariableName } from './config.ts';

/** Description of a variable in `docs/configuration.md`, in Markdown. */
export interface VariableDescription {
  meaning: string;
  neededBy: string;
  /** Value that `npm start` sets if the variable is absent. Omitted if it equals the server's default. */
  underNpmStart?: string;
}

const EVERYONE = 'optional';
const SERVERS = 'servers without `npm start`';
const LIVE = 'live houses';
const S3 = 'storage on S3';
const ADYEN = 'Adyen';
const VERIFF = 'Veriff';

/** A variable without an entry fails the type check. */
export const DESCRIPTIONS: Readonly<Record<VariableName, VariableDescription>> = {
  PORT: { meaning: 'Port on which the API listens.', neededBy: EVERYONE },
  HOST: { meaning: 'Address on which the API listens. `0.0.0.0` means all addresses.', neededBy: EVERYONE },
  TERCET_OWNER_URL: {
    meaning: 'Database URL of the owner. Migrations and operator commands use it; no process signs in with it.',
    neededBy: 'migrations and commands',
  },
  TERCET_APP_URL: {
    meaning: 'Database URL of the process’s own role, such as `tercet_api`. For a process with one role.',
    neededBy: SERVERS,
  },
  TERCET_API_URL: urlOf('api'),
  TERCET_DRAW_URL: urlOf('draw'),
  TERCET_JOBS_URL: urlOf('jobs'),
  TERCET_LISTEN_URL: {
    meaning: 'Direct database URL for LISTEN, past a pooler in transaction mode. Default: the role’s own URL.',
    neededBy: 'PgBouncer',
  },
  TERCET_SLIPS_URL: {
    meaning: 'Database URL of a separate pool for bets, as the role `api`. Default: the API’s URL.',
    neededBy: 'PgBouncer',
  },
  TERCET_BEACON: {
    meaning:
      'Beacon of newly published tables: `drand`, `local` or `auto`. `auto` picks drand if a relay answers within three ' +
      'seconds. A published table keeps its beacon.',
    neededBy: `${LIVE} (\`drand\`)`,
  },
  TERCET_LOCAL_BEACON_URL: { meaning: 'URL of the local beacon. `npm start` sets it.', neededBy: 'the local beacon' },
  TERCET_KEYS: {
    meaning: 'Folder of the keys. Keep it outside the database’s folder, readable by the club alone, and back it up.',
    neededBy: SERVERS,
    underNpmStart: '`TERCET_DATA`/keys',
  },
  TERCET_MEMBER_APP: { meaning: 'Folder of the built member app. Absent: the API alone.', neededBy: SERVERS },
  TERCET_ORIGINS: {
    meaning:
      'Origins of the club’s pages, separated by commas. Documents link to the first. Default: the address listened on; ' +
      'from any other, passkeys and payment pages answer `origin-unknown`, and documents carry no link.',
    neededBy: `proxies; ${LIVE} (\`https:\` only)`,
  },
  TERCET_CONSOLE_APP: { meaning: 'Folder of the built console. Absent: no console.', neededBy: SERVERS },
  TERCET_CONSOLE_ORIGIN: {
    meaning:
      'Separate origin for the console, such as `https://console.club.example`. Staff calls are then accepted there ' +
      'alone. Absent: `/console` under the members’ origin. After a change, staff register their passkeys again.',
    neededBy: EVERYONE,
  },
  TERCET_LOG: { meaning: 'Log level: `silent`, `error`, `warn`, `info` or `debug`.', neededBy: EVERYONE },
  TERCET_WITNESSES: {
    meaning: 'Addresses of the witnesses, `<verifier key>=<URL>`, separated by commas.',
    neededBy: `${LIVE} (three or more)`,
  },
  TERCET_BOOK_STORE: {
    meaning: 'Folder or `s3://bucket/prefix` that receives a copy of the book’s files, for a CDN.',
    neededBy: EVERYONE,
  },
  TERCET_FILMS: {
    meaning: 'Folder or `s3://bucket/prefix` of the films. Default: the folder `films` beside `TERCET_KEYS`.',
    neededBy: EVERYONE,
  },
  TERCET_FILMS_ACCEL: {
    meaning: 'Internal nginx location that serves the films’ folder. Absent: the API serves the files.',
    neededBy: 'nginx',
  },
  PATH: { meaning: 'Search path for programs such as `ffmpeg`.', neededBy: EVERYONE },
  TERCET_S3_ENDPOINT: { meaning: 'Endpoint URL of the object storage.', neededBy: S3 },
  TERCET_S3_REGION: { meaning: 'Region of the object storage.', neededBy: S3 },
  TERCET_S3_KEY_ID: { meaning: 'Access key id of the object storage.', neededBy: S3 },
  TERCET_S3_SECRET: { meaning: 'Secret access key of the object storage.', neededBy: S3 },
  TERCET_TRUST_PROXY: {
    meaning: 'Addresses or networks of trusted proxies, separated by commas. Others cannot name the caller’s address.',
    neededBy: 'proxies',
  },
  TERCET_COUNTRY_HEADER: {
    meaning:
      'Header in which trusted proxies name the country of an address, such as `cf-ipcountry`. Then registrations and ' +
      'top-ups from countries outside `TERCET_COUNTRIES`, or from unknown ones, are refused. Withdrawals are not.',
    neededBy: 'proxies',
  },
  TERCET_STREAMS_PER_ADDRESS: {
    meaning: 'Event streams that one address may open in one process.',
    neededBy: EVERYONE,
  },
  TERCET_READS_PER_ADDRESS: {
    meaning:
      'Cost units that one address may read in a minute, per process. A read costs 1, the house page 4, an export 10, ' +
      'and each 32 kB sent 1 more.',
    neededBy: EVERYONE,
  },
  TERCET_READS_PER_CALLER: {
    meaning: 'Cost units that one member or one of the staff may read in a minute, per process.',
    neededBy: EVERYONE,
  },
  TERCET_METRICS: {
    meaning:
      '`host:port`, or `:port` on 127.0.0.1, for `/metrics`, `/health/live` and `/health/ready`. Members must not reach it.',
    neededBy: 'Prometheus and probes',
  },
  TERCET_TRACES: {
    meaning: 'URL of an OTLP/HTTP receiver, such as `http://127.0.0.1:4318/v1/traces`. Absent: no traces.',
    neededBy: EVERYONE,
  },
  TERCET_TRACES_SHARE: {
    meaning: 'Share of calls and jobs that are traced, from 0 to 1. Draws are always traced.',
    neededBy: EVERYONE,
  },
  TERCET_STAFF_IDLE_MINUTES: {
    meaning: 'Minutes without use after which a staff session ends and the console locks, from 5 to 60.',
    neededBy: EVERYONE,
  },
  TERCET_MEMBER_IDLE_MINUTES: {
    meaning:
      'Minutes without use after which a member gives the login password again before money moves out or a card or ' +
      'account is set, from 5 to 60.',
    neededBy: EVERYONE,
  },
  TERCET_DRAIN_SECONDS: {
    meaning: 'How long a process keeps serving after SIGTERM, while the load balancer removes it.',
    neededBy: EVERYONE,
    underNpmStart: '`0`, always',
  },
  TERCET_PAYMENTS: {
    meaning:
      'Payment provider: `none`, `sandbox` or `adyen`. The sandbox moves no money. A play house refuses `adyen`. With ' +
      '`none`, deposits are closed and payouts wait.',
    neededBy: `${LIVE} (\`adyen\`)`,
    underNpmStart: '`sandbox`',
  },
  TERCET_CREDIT_CARDS: {
    meaning: '`accepted` or `refused`. Refused: a payment that the provider reports as made by credit card goes back.',
    neededBy: LIVE,
  },
  TERCET_SANDBOX_URL: { meaning: 'URL of the sandbox provider. `npm start` sets it.', neededBy: 'the sandbox' },
  TERCET_SANDBOX_SECRET: {
    meaning: 'Secret shared with the sandbox provider, 32 characters or more.',
    neededBy: 'the sandbox',
  },
  TERCET_ADYEN_ENVIRONMENT: { meaning: '`test` or `live`. `test` moves no money.', neededBy: `${ADYEN} (\`live\`)` },
  TERCET_ADYEN_MERCHANT_ACCOUNT: { meaning: 'Merchant account.', neededBy: ADYEN },
  TERCET_ADYEN_API_KEY: { meaning: 'API key for checkouts and refunds.', neededBy: ADYEN },
  TERCET_ADYEN_PAYOUT_API_KEY: {
    meaning: 'API key for transfers. The console’s overview also reads the balance account with it.',
    neededBy: ADYEN,
  },
  TERCET_ADYEN_HMAC_KEY: {
    meaning:
      'HMAC key of the standard webhook, in hex. Several keys are separated by commas, the newest first. Keep an old key ' +
      'for 90 days: stored messages are verified again. Webhook URL: `/api/webhooks/adyen`.',
    neededBy: ADYEN,
  },
  TERCET_ADYEN_PAYOUT_HMAC_KEY: {
    meaning: 'HMAC keys of the transfer webhook, in the same form and with the same URL.',
    neededBy: ADYEN,
  },
  TERCET_ADYEN_BALANCE_ACCOUNT: { meaning: 'Balance account that payouts leave from.', neededBy: ADYEN },
  TERCET_ADYEN_PAYOUT_PRIORITY: {
    meaning: 'Priority of payouts: `regular`, `fast`, `instant`, `wire` or `crossBorder`.',
    neededBy: ADYEN,
  },
  TERCET_ADYEN_LIVE_PREFIX: { meaning: 'Prefix of the merchant’s live endpoints.', neededBy: `${ADYEN} (\`live\`)` },
  TERCET_IDENTITY: {
    meaning:
      'Identity provider: `none`, `sandbox` or `veriff`. The sandbox checks no document. A play house refuses `veriff`.',
    neededBy: `${LIVE} (\`veriff\`)`,
    underNpmStart: '`sandbox`',
  },
  TERCET_VERIFF_URL: {
    meaning: 'API address from Veriff’s portal. The decision webhook’s URL is `/api/webhooks/identity/veriff`.',
    neededBy: VERIFF,
  },
  TERCET_VERIFF_API_KEY: { meaning: 'Public key of the integration.', neededBy: VERIFF },
  TERCET_VERIFF_SECRET: { meaning: 'Shared secret key of the integration.', neededBy: VERIFF },
  TERCET_AGE_MIN: { meaning: 'Minimum age of members, 18 or more. Absent: 18.', neededBy: LIVE },
  TERCET_COUNTRIES: {
    meaning: 'Countries whose documents a live house accepts, as ISO 3166-1 alpha-2 codes. Absent: no country.',
    neededBy: LIVE,
  },
  TERCET_EXCLUSION_REGISTER_URL: {
    meaning:
      'URL of a national exclusion register, or of a bridge to it. A live house looks up verified members there. Absent: ' +
      'no lookups.',
    neededBy: LIVE,
  },
  TERCET_EXCLUSION_REGISTER_SECRET: { meaning: 'Bearer token for the exclusion register.', neededBy: LIVE },
  TERCET_PUSH_HOSTS: {
    meaning: 'Hosts of push services beside those of the browser makers, separated by commas.',
    neededBy: EVERYONE,
  },
  TERCET_PUSH_SUBJECT: { meaning: 'Contact for push services: a `mailto:` or `https:` URL.', neededBy: EVERYONE },
  TERCET_SECURITY_CONTACT: {
    meaning: 'Where to report a weakness: a `mailto:` or `https:` URL, served in `/.well-known/security.txt`.',
    neededBy: EVERYONE,
  },
  TERCET_HELP_FILE: {
    meaning:
      'JSON file of organisations that help with gambling problems: a list for each country code and one `international`. ' +
      'It replaces `apps/server/src/house/help-organisations.json`. Check the numbers before you open.',
    neededBy: LIVE,
  },
  TERCET_PLAY_SAFE_FILE: {
    meaning:
      'JSON file about what playing costs, signs of harm, and what helps: for each language a list of sections with ' +
      '`title` and `paragraphs`. It replaces `apps/server/src/house/play-safe.json`.',
    neededBy: LIVE,
  },
  TERCET_LIVE_FILE: {
    meaning: 'JSON file that says who runs the house, and under which licence. See below.',
    neededBy: LIVE,
  },
  TERCET_AGREEMENT_FILE: {
    meaning: 'JSON file of the agreement for real money. See below.',
    neededBy: LIVE,
  },
  TERCET_NET_DEPOSIT_CASES: {
    meaning:
      'Thresholds of net deposits, as `DAYS:AMOUNT` in minor units: `30:15000,90:200000`. Reaching one opens a ' +
      'case for staff, once in 365 days. It stops nothing.',
    neededBy: '',
  },
};

function urlOf(role: string): VariableDescription {
  return {
    meaning: `Database URL of the role \`${role}\`. Migrations read its password here and give it to the role.`,
    neededBy: 'processes of several roles; migrations',
  };
}

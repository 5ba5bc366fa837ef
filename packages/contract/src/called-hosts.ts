/**
 * Every host that a page of the apps may call. The content security policy, the privacy page and a journey are made
 * from this table.
 */
export interface CalledHost {
  use: HostUse;
  apps: readonly ('member' | 'console')[];
  /** Directives of the content security policy that allow it. */
  directives: readonly string[];
  /** Sources in the policy; null: origins that the house configures. */
  sources: readonly string[] | null;
}

/**
 * `club`: the club's own origin. `picture` and `film`: parts that the page makes itself, which call nothing.
 * `witnesses`, `beacon`: asked when a phone verifies a draw. `card`: the payment provider's field for card numbers.
 * `service`: the house's own support page.
 */
export type HostUse = 'club' | 'picture' | 'film' | 'witnesses' | 'beacon' | 'card' | 'service';

/** Origins by use, of those that the house configures. */
export type HostOrigins = Partial<Record<HostUse, readonly string[]>>;

const BOTH = ['member', 'console'] as const;
const MEMBER = ['member'] as const;

export const CALLED_HOSTS: readonly CalledHost[] = [
  {
    use: 'club',
    apps: BOTH,
    directives: ['default-src', 'script-src', 'style-src', 'img-src', 'font-src', 'media-src', 'worker-src'].concat([
      'form-action',
      'connect-src',
    ]),
    sources: ["'self'"],
  },
  { use: 'picture', apps: BOTH, directives: ['img-src'], sources: ['data:'] },
  // Films play from a media buffer of the page, which browsers address by a blob URL.
  { use: 'film', apps: BOTH, directives: ['media-src'], sources: ['blob:'] },
  { use: 'witnesses', apps: MEMBER, directives: ['connect-src'], sources: null },
  { use: 'beacon', apps: MEMBER, directives: ['connect-src'], sources: null },
  { use: 'card', apps: MEMBER, directives: ['frame-src'], sources: null },
  { use: 'service', apps: MEMBER, directives: ['frame-src'], sources: null },
];

/** What no page may do, whatever it calls. */
const FORBIDDEN = { 'frame-ancestors': ["'none'"], 'base-uri': ["'none'"], 'object-src': ["'none'"] };

/** Directives of an app's content security policy. */
export function policyDirectives(app: 'member' | 'console', origins: HostOrigins): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const { use, apps, directives: names, sources } of CALLED_HOSTS) {
    if (!apps.includes(app)) continue;
    for (const name of names) {
      const allowed = [...(directives[name] ?? []), ...(sources ?? origins[use] ?? [])];
      directives[name] = [...new Set(allowed)];
    }
  }
  const used = Object.entries(directives).filter(([, sources]) => sources.length > 0);
  return { ...Object.fromEntries(used), ...FORBIDDEN };
}

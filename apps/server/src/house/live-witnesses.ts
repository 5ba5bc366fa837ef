/** A witness that the house names. */
export interface NamedWitness {
  /** Verifier key, `name+id+key`. */
  vkey: string;
  url: string;
  /** Operator as stated by the house; null when not stated. */
  operator: string | null;
}

export interface HouseSites {
  /** Name of the house's operator. */
  operator: string | null;
  isOwnHost(host: string): boolean;
}

/**
 * Why witnesses do not count as independent of the house and of each other, by verifier key. Compares visible facts:
 * operator names, and the hosts in keys and addresses. No program can detect hidden control, so the house page shows
 * the operators, and anyone can ask them.
 */
export function uncounted(witnesses: readonly NamedWitness[], own: HouseSites): Map<string, string> {
  const faults = new Map<string, string>();
  const before: NamedWitness[] = [];
  for (const witness of witnesses) {
    const fault = faultOf(witness, own, before);
    if (fault === null) before.push(witness);
    else faults.set(witness.vkey, `${keyHost(witness)} ${fault}`);
  }
  return faults;
}

function faultOf(witness: NamedWitness, own: HouseSites, before: readonly NamedWitness[]): string | null {
  if (witness.operator === null) return 'has no operator';
  if (own.operator !== null && plain(own.operator) === plain(witness.operator)) return 'is the house’s own';
  if (hostsOf(witness).some(own.isOwnHost)) return 'lies with the house';
  const same = before.find(
    (one) =>
      one.vkey === witness.vkey ||
      plain(one.operator ?? '') === plain(witness.operator ?? '') ||
      hostsOf(one).some((host) => hostsOf(witness).some((other) => isSameSite(host, other))),
  );
  return same === undefined ? null : `is not another than ${keyHost(same)}`;
}

/** True for equal hosts, or when one is a subdomain of the other. */
export function isSameSite(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Host of an address, without its port; empty when there is none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Hosts in the key's name (`w.example` in `w.example/w1+id+key`) and in the address. */
function hostsOf(witness: NamedWitness): string[] {
  return [keyHost(witness), hostOf(witness.url)].filter(Boolean);
}

function keyHost({ vkey }: NamedWitness): string {
  return (vkey.split('+', 1)[0] ?? '').split('/', 1)[0]?.toLowerCase() ?? '';
}

/** Reduces a name to letters and digits: `The Watch Co.` equals `the watch co`. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

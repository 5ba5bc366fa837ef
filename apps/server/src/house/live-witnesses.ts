/** A witness as the house names it. */
export interface NamedWitness {
  /** Verifier key, `name+id+key`. */
  vkey: string;
  url: string;
  /** Who runs it, by the house's word; null where it says nothing. */
  operator: string | null;
}

export interface OwnSites {
  /** The house's own name. */
  operator: string | null;
  isOwnHost(host: string): boolean;
}

/**
 * Why witnesses do not count as others than the house and than each other, by verifier key. What can be seen is
 * compared: names, and the hosts in keys and addresses. That they are nobody's puppets, no program can see: their
 * operators stand on the house page, where anybody can ask them.
 */
export function uncounted(witnesses: readonly NamedWitness[], own: OwnSites): Map<string, string> {
  const faults = new Map<string, string>();
  const before: NamedWitness[] = [];
  for (const witness of witnesses) {
    const fault = faultOf(witness, own, before);
    if (fault === null) before.push(witness);
    else faults.set(witness.vkey, `${keyHost(witness)} ${fault}`);
  }
  return faults;
}

function faultOf(witness: NamedWitness, own: OwnSites, before: readonly NamedWitness[]): string | null {
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

/** One host, or one below the other. */
export function isSameSite(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Host of an address, without its port; empty where there is none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Of the key's name, such as `w.example` of `w.example/w1+id+key`, and of the address. */
function hostsOf(witness: NamedWitness): string[] {
  return [keyHost(witness), hostOf(witness.url)].filter(Boolean);
}

function keyHost({ vkey }: NamedWitness): string {
  return (vkey.split('+', 1)[0] ?? '').split('/', 1)[0]?.toLowerCase() ?? '';
}

/** Letters and digits alone: `The Watch Co.` and `the watch co` are one name. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * User names that nobody may register, because they would pass for the club or its staff. User names are Latin
 * letters, digits, dots, hyphens and underscores (`user-names.ts`), which excludes look-alikes in other scripts. This
 * file handles digits for letters, similar letters and separators.
 */

/** Reserved as a whole name, alone or combined with each other and with `FILLERS`: `TheHouse`, `tercet.support`. */
const WORDS = [
  ...['tercet', 'house', 'system', 'root', 'role', 'roles', 'help', 'service', 'security', 'cashier', 'concierge'],
  ...['payment', 'payments', 'payout', 'payouts', 'management', 'manager', 'employee'],
  ...['sysadmin', 'superadmin', 'superuser', 'customerservice', 'customercare', 'billing', 'refund', 'noreply'],
  ...['postmaster', 'webmaster', 'cashdesk', 'croupier', 'dealer', 'operator', 'livechat'],
  ...['theclub', 'ourclub', 'clubteam', 'clubdesk'],
  // Spanish, Vietnamese and Malay use Latin letters as well.
  ...['soporte', 'ayuda', 'administrador', 'hotro', 'quantri', 'nhanvien', 'sokongan', 'bantuan', 'pentadbir'],
];
/** Reserved like `WORDS`, but as spelt: ordinary words such as treasure are one letter away. */
const SPELT = ['mod', 'treasury', 'compliance'];
/** Reserved also as one part between separators or capitals: `mira-support`, `MiraAdmin`. */
const PARTS = [
  ...['staff', 'support', 'admin', 'admins', 'administrator', 'administration', 'moderator', 'moderation'],
  ...['official', 'helpdesk', 'tercet'],
];
/** Reserved also at the beginning or end of a name: `annasupport`. Not `staff`, because of Falstaffs and Wagstaffs. */
const EDGES = ['support', 'administrator', 'moderator', 'helpdesk', 'official'];
/** Words that do not distinguish a name. */
const FILLERS = [
  'the',
  'team',
  'club',
  'desk',
  'online',
  'real',
  'mr',
  'mrs',
  'ms',
  'my',
  'our',
  'chat',
  'bot',
  'center',
  ...['customer', 'account', 'vip', 'pay', 'pays', 'finance', 'live', 'tech', 'message', 'messages', 'iam'],
];
/** Words of this length or more are also reserved with one letter wrong, except the first, or two letters exchanged. */
const LONG = 7;
/** Words of this length or more are also reserved with doubled letters dropped or added. */
const NEAR = 5;
/** Reserved also as the beginning of a name: `tercetapp`. The house's own is too, from this length on (`houseOf`). */
const PRODUCT = 'tercet';

const DIGITS: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '2': 'z', '3': 'e', '4': 'a' },
  ...{ '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' },
};

/** Maps a name to the form shared by all names that look alike. */
export function lookOf(name: string): string {
  return lettersOf(name)
    .replaceAll(/\d/g, (digit) => DIGITS[digit] ?? '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('cl', 'd')
    .replaceAll('vv', 'w');
}

/** The part of a name that a user name can have: Latin letters and digits. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

const looksOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(lookOf));
const FILLER_LOOKS = looksOf(FILLERS);
const WORD_LOOKS = looksOf([...WORDS, ...SPELT, ...PARTS]);
const PART_LOOKS = looksOf(PARTS);
const EDGE_LOOKS = [...looksOf(EDGES)];
const ADMIN_LOOK = lookOf('admin');
const LONG_LOOKS = longLooksOf([...WORDS, ...PARTS]);
const SQUEEZED_LOOKS: ReadonlySet<string> = new Set(squeezedLooksOf([...WORDS, ...PARTS]));

export interface OwnNames {
  /** Name of the house; empty where it has none. */
  house: string;
  /** Names of the staff's roles. */
  roles: readonly string[];
  /** Names of current and former staff. */
  staff: readonly string[];
}

/** True when members may not register a name. */
export function isReservedName(userName: string, { house, roles, staff }: OwnNames): boolean {
  const { names, length } = houseOf(house);
  const words = new Set([...WORD_LOOKS, ...looksOf([...names, ...roles, ...staff])]);
  const long = [...LONG_LOOKS, ...(length >= LONG ? longLooksOf(names) : [])];
  const squeezedLooks = new Set([
    ...SQUEEZED_LOOKS,
    ...squeezedLooksOf(roles),
    ...squeezedLooksOf(names.filter((name) => lettersOf(name).length >= NEAR)),
  ]);
  const products = [PRODUCT, ...(length >= PRODUCT.length ? looksOf(names) : [])];
  return readingsOf(userName).some((name) => {
    const isPart = partsOf(name).some((part) => endingsOf(lookOf(part)).some((look) => PART_LOOKS.has(look)));
    const isProduct = products.some((word) => lookOf(name).startsWith(word) || isExchange(word, lookOf(name)));
    return (
      isPart ||
      isProduct ||
      isEdge(name) ||
      endingsOf(lookOf(name)).some((look) => isMadeOf(look, words) || isNearWord(look, squeezedLooks, long))
    );
  });
}

/**
 * The house's name with and without its article and a word for what it is. `length` counts what a user name can have of
 * the bare name: `皇冠会所 VIP` and `The Sun Club` are as short as `Sun`, and Vivs and Theresas are not the house.
 */
function houseOf(house: string): { names: string[]; length: number } {
  const withoutArticle = house.replace(/^the(?![a-z])/i, '');
  const withoutKind = withoutArticle.replace(/[^a-z](?:club|house|casino)$/i, '');
  const bare = lettersOf(withoutKind) === '' ? withoutArticle : withoutKind;
  const names = [house, withoutArticle, bare].filter((name) => lettersOf(name) !== '');
  return { names, length: lettersOf(bare).length };
}

/**
 * True for a name that begins or ends with a word of staff, without a separator. At the beginning, `admin` counts only
 * in capitals, because of Adminah.
 */
function isEdge(name: string): boolean {
  if (/^ADMIN/.test(name)) return true;
  return endingsOf(lookOf(name)).some(
    (look) => look.endsWith(ADMIN_LOOK) || EDGE_LOOKS.some((word) => look.startsWith(word) || look.endsWith(word)),
  );
}

/** The text itself, and without a plural's s. */
function endingsOf(look: string): string[] {
  return look.endsWith('s') ? [look, look.slice(0, -1)] : [look];
}

/** Words that are also reserved with a letter wrong. */
function longLooksOf(words: readonly string[]): string[] {
  return words.filter((word) => word.length >= LONG).map((word) => squeezed(lookOf(word)));
}

/** Only words of five letters or more: `staf` matches `staff`, but `rot` does not match `root`. */
function squeezedLooksOf(words: readonly string[]): string[] {
  return words.filter((word) => word.length >= NEAR).map((word) => squeezed(lookOf(word)));
}

/** Collapses doubled letters. */
function squeezed(look: string): string {
  return look.replaceAll(/(.)\1+/g, '$1');
}

/** True for a reserved word with doubled letters dropped or added, or a long one with one letter wrong. */
function isNearWord(look: string, squeezedLooks: ReadonlySet<string>, long: readonly string[]): boolean {
  const text = squeezed(look);
  return (
    squeezedLooks.has(text) ||
    long.some((word) => word[0] === text[0] && (isOneEdit(word, text) || isExchange(word, text)))
  );
}

/** True when two neighbouring letters are exchanged. */
function isExchange(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const turned = `${one.slice(0, same)}${one[same + 1] ?? ''}${one[same] ?? ''}${one.slice(same + 2)}`;
  return turned === other;
}

/** True when one inserted, removed or changed letter turns one text into the other. */
function isOneEdit(one: string, other: string): boolean {
  if (one.length > other.length) return isOneEdit(other, one);
  if (other.length - one.length > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const rest = one.length === other.length ? same + 1 : same;
  return one.slice(rest) === other.slice(same + 1);
}

/**
 * The name itself; without digits around it (`admin24`); and with letters repeated three times or more (`stafff`)
 * reduced to two and to one.
 */
function readingsOf(userName: string): string[] {
  const bare = userName.replaceAll(/(?<![A-Za-z])\d+|\d+(?![A-Za-z])/g, '');
  const readings = [userName, bare];
  return readings.flatMap((name) => (/(.)\1\1/i.test(name) ? [name, ...shortened(name)] : [name]));
}

function shortened(name: string): string[] {
  return [name.replaceAll(/(.)\1\1+/gi, '$1$1'), name.replaceAll(/(.)\1\1+/gi, '$1')];
}

function partsOf(name: string): string[] {
  return name.split(/[._-]|(?<=[a-z0-9])(?=[A-Z])/).filter(Boolean);
}

/** True when a text consists of words and fillers only, with at least one word. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  // By length of the prefix that can be read: whether it contains a word.
  const read = new Map<number, boolean>([[0, false]]);
  for (let from = 0; from < text.length; from++) {
    const hasWord = read.get(from);
    if (hasWord === undefined) continue;
    for (let to = from + 2; to <= text.length; to++) {
      const part = text.slice(from, to);
      if (words.has(part)) read.set(to, true);
      else if (FILLER_LOOKS.has(part)) read.set(to, hasWord || (read.get(to) ?? false));
    }
  }
  return read.get(text.length) === true;
}

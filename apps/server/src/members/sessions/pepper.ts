import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { makeOnce, readIfThere, replaceDurably } from '../../process/durable-file.ts';

/**
 * Secret mixed into finance passwords before hashing. Four digits can be guessed from a hash within a minute. The
 * pepper is not in the database, so a leaked hash alone is useless.
 */
export interface Pepper {
  /** Id of the pepper for new hashes. */
  readonly currentId: string;
  /**
   * HMAC-SHA256 of a member's finance password, as text to be hashed. Equal digits of different members give different
   * texts. Reads the file again for an unknown pepper, and throws when it is not there either.
   */
  mix(pepperId: string, memberId: string, pin: string): Promise<string>;
}

const PEPPER_BYTES = 32;

const PepperFile = z.strictObject({ current: z.string(), peppers: z.record(z.string(), z.string()) });
type Peppers = z.infer<typeof PepperFile>;

/** Loads `finance-pepper.json` from the keys folder, or creates it with a first pepper. */
export async function loadPepper(keysDir: string): Promise<Pepper> {
  const path = pathOf(keysDir);
  let known = await readPeppers(path);

  async function keyOf(pepperId: string): Promise<Buffer> {
    if (known.peppers[pepperId] === undefined) known = await readPeppers(path);
    const key = Buffer.from(known.peppers[pepperId] ?? '', 'base64');
    if (key.length !== PEPPER_BYTES) throw new Error(`there is no pepper ${pepperId} in the keys folder`);
    return key;
  }

  return {
    get currentId() {
      return known.current;
    },
    async mix(pepperId, memberId, pin) {
      const mixed = createHmac('sha256', await keyOf(pepperId));
      return mixed.update(`tercet/finance-password/${memberId}/${pin}`).digest('base64');
    },
  };
}

/**
 * Adds a pepper and makes it current. Older ones stay for existing hashes, until each password is entered again.
 * Returns the new id.
 */
export async function addPepper(keysDir: string): Promise<string> {
  const path = pathOf(keysDir);
  const peppers = withNewPepper(await readPeppers(path));
  await replaceDurably(path, JSON.stringify(peppers));
  return peppers.current;
}

function pathOf(keysDir: string): string {
  return join(keysDir, 'finance-pepper.json');
}

async function readPeppers(path: string): Promise<Peppers> {
  const text = (await readIfThere(path)) ?? (await makeOnce(path, JSON.stringify(withNewPepper({ peppers: {} }))));
  return PepperFile.parse(JSON.parse(text));
}

function withNewPepper({ peppers }: Pick<Peppers, 'peppers'>): Peppers {
  const current = randomBytes(4).toString('hex');
  return { current, peppers: { ...peppers, [current]: randomBytes(PEPPER_BYTES).toString('base64') } };
}

import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { makeOnce, readIfThere, replaceDurably } from '../../process/durable-file.ts';

/**
 * What is mixed into finance passwords before they are hashed. Four digits are tried through in a minute by whoever
 * reads the hash; without the pepper, which is not in the database, there is nothing to try against.
 */
export interface Pepper {
  /** The one to use for what is hashed now. */
  readonly currentId: string;
  /**
   * HMAC-SHA256 of a member's finance password, as text to be hashed: the same digits of another member give another.
   * A pepper that was added since is looked for in the file; throws where it is not there either.
   */
  mix(pepperId: string, memberId: string, pin: string): Promise<string>;
}

const PEPPER_BYTES = 32;

const PepperFile = z.strictObject({ current: z.string(), peppers: z.record(z.string(), z.string()) });
type Peppers = z.infer<typeof PepperFile>;

/** The peppers of a folder's `finance-pepper.json`, which is made with a first one where there is none. */
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
 * Adds a pepper and makes it the one to use; the others stay for what was hashed with them, until it is entered the
 * next time. Returns its id.
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

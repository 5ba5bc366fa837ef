import * as z from 'zod/mini';

// Without this, zod tries to compile its checks, which the content security policy forbids.
z.config({ jitless: true });

/** A text that must not be empty; the messages of our schemas are codes that `errors.*` of the locale writes out. */
function given(): z.ZodMiniString<string> {
  return z.string().check(z.refine((text) => text.trim() !== '', 'fill-in'));
}

export { given, z };

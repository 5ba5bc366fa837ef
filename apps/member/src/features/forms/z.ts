import * as z from 'zod/mini';

// Without this, zod tries to compile its checks, which the content security policy forbids.
z.config({ jitless: true });

/** A non-empty string. The messages of our schemas are codes with texts in the locale's `errors.*`. */
function given(): z.ZodMiniString<string> {
  return z.string().check(z.refine((text) => text.trim() !== '', 'fill-in'));
}

export { given, z };

import { z } from 'zod';
import { type ExclusionRegister, RegisterFailure } from '../../identity-checks/exclusion-register.ts';
import { fetchText } from '../fetch-bytes.ts';

export interface RegisterPlace {
  /** URL that takes the questions. */
  url: string;
  /** Bearer token. */
  secret: string;
}

/** A sign-in waits for it. */
const TIMEOUT_MS = 3_000;
const BYTES_MAX = 16 * 1_024;

const Answer = z.object({
  excluded: z.boolean(),
  reference: z
    .string()
    .regex(/^[!-~]{1,100}$/)
    .nullish(),
});

/**
 * A register behind the protocol of docs/operating/exclusion-register.md: one POST for each question. Errors never
 * repeat what was sent or answered.
 */
export function httpRegister({ url, secret }: RegisterPlace): ExclusionRegister {
  return {
    async lookUp({ reference, realName, birthDate, country }) {
      const { status, text } = await fetchText(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ reference, name: realName, birthDate, country }),
        timeoutMs: TIMEOUT_MS,
        bytesMax: BYTES_MAX,
      }).catch(() => {
        throw new RegisterFailure('the question to the exclusion register failed');
      });
      if (status !== 200) throw new RegisterFailure(`the exclusion register answered ${status}`);
      const answer = readAnswer(text);
      return { excluded: answer.excluded, reference: answer.reference ?? null };
    },
  };
}

function readAnswer(text: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new RegisterFailure('the answer of the exclusion register cannot be read');
  }
}

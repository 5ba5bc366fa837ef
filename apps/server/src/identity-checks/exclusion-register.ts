/** A question to a national exclusion register, about a person whose identity is verified. */
export interface RegisterQuestion {
  /** UUID of this question. */
  reference: string;
  realName: string;
  /** ISO 8601 day. */
  birthDate: string;
  /** Country of the document, ISO 3166-1 alpha-2. */
  country: string;
}

export interface RegisterAnswer {
  excluded: boolean;
  /** The register's own number of the answer; null if it gives none. */
  reference: string | null;
}

/** A national register of persons who excluded themselves from gambling. */
export interface ExclusionRegister {
  /** Throws `RegisterFailure` if there is no answer that can be read. */
  lookUp(question: RegisterQuestion): Promise<RegisterAnswer>;
}

/** The register did not answer. Betting and top-ups stay closed, and withdrawals open. */
export class RegisterFailure extends Error {}

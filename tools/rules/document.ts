/** A test that a rule rests on: its file, from the root, and its title or that of the `describe` around several. */
export interface NamedTest {
  file: string;
  title: string;
}

export interface Rule {
  number: number;
  title: string;
  tests: NamedTest[];
  /** What of the rule is not built yet, in words; null where nothing is missing. */
  missing: string | null;
}

const COUNT = 12;
const HEADING = /^## (\d+)\. (.+)$/;
const FILE = /^- `([^`]+)`$/;
const TITLE = /^ {2}- (.+)$/;
const MISSING = /^Not built yet: (.+)$/;

/**
 * Reads docs/house-rules.md: under each heading `## 1. Title` the files that hold tests, each with the titles of its
 * tests below it, and a paragraph `Not built yet: …` where something is missing. Throws unless there are the twelve.
 */
export function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  let file: string | null = null;
  for (const line of joinParagraphs(text)) {
    const heading = HEADING.exec(line);
    if (heading) {
      rules.push({ number: Number(heading[1]), title: heading[2] ?? '', tests: [], missing: null });
      file = null;
    }
    const rule = rules.at(-1);
    if (!rule) continue;
    file = FILE.exec(line)?.[1] ?? file;
    const title = TITLE.exec(line)?.[1];
    if (title !== undefined) {
      if (file === null) throw new Error(`rule ${rule.number}: "${title}" stands under no file`);
      rule.tests.push({ file, title });
    }
    rule.missing = MISSING.exec(line)?.[1] ?? rule.missing;
  }
  assertWhole(rules);
  return rules;
}

/** Lines of the document, where a paragraph that starts with `Not built yet:` is one line however it is wrapped. */
function joinParagraphs(text: string): string[] {
  return text.split('\n\n').flatMap((paragraph) => {
    const trimmed = paragraph.trim();
    return trimmed.startsWith('Not built yet:') ? [trimmed.replaceAll('\n', ' ')] : paragraph.split('\n');
  });
}

function assertWhole(rules: Rule[]): void {
  const numbers = rules.map((rule) => rule.number).join(' ');
  const wanted = Array.from({ length: COUNT }, (_, index) => index + 1).join(' ');
  if (numbers !== wanted) throw new Error(`the house rules are numbered ${wanted}; the document has ${numbers}`);
  for (const rule of rules) {
    if (rule.tests.length > 0 || rule.missing !== null) continue;
    throw new Error(`rule ${rule.number} names neither a test nor what is missing`);
  }
}

/** A test of a rule: its file from the root, and its title or that of an enclosing `describe`. */
export interface NamedTest {
  file: string;
  title: string;
}

export interface Rule {
  number: number;
  title: string;
  tests: NamedTest[];
  /** The missing part of the rule, as text; null when it is complete. */
  missing: string | null;
}

const COUNT = 12;
const HEADING = /^## (\d+)\. (.+)$/;
const FILE = /^- `([^`]+)`$/;
const TITLE = /^ {2}- (.+)$/;
const MISSING = /^Not built yet: (.+)$/;

/**
 * Reads docs/house-rules.md: under each heading `## 1. Title` the test files, each with its tests' titles below, and an
 * optional paragraph `Not built yet: …`. Throws unless there are twelve rules.
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

/** Lines of the document. A wrapped paragraph that starts with `Not built yet:` becomes one line. */
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

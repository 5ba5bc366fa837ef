import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
}

export interface Finding {
  path: string;
  /** From 1; absent where the whole file is meant. */
  line?: number;
  /** The finding, where the line alone does not show it. */
  what?: string;
}

export interface Rule {
  name: string;
  why: string;
  instead: string;
  find(files: SourceFile[]): Finding[];
}

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'test-results']);
const TEXT = /\.(ts|tsx|mjs|cjs|js|css|html|sql|json|md|svg|yml|yaml|sh|py|env)$|(^|\/)(run|Containerfile|Dockerfile)$/;
/** Made by tools/generate.ts or npm; their form is not ours. */
const GENERATED =
  /^(package-lock\.json|apps\/server\/(schema\.sql|src\/db\/schema\.d\.ts)|packages\/contract\/(openapi\.json|src\/schema\.d\.ts))$/;

/** Every text file of the repository. */
export function readSources(root: string): SourceFile[] {
  return pathsUnder(root, '').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function pathsUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : pathsUnder(root, path);
    return entry.isFile() && TEXT.test(path) ? [path] : [];
  });
}

export function isGenerated(path: string): boolean {
  return GENERATED.test(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !isGenerated(path);
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)tests\//.test(path);
}

const trees = new WeakMap<SourceFile, ts.SourceFile>();

/** Every node of a code file, with its line. */
export function eachNode(file: SourceFile, visit: (node: ts.Node, line: number) => void): void {
  let tree = trees.get(file);
  if (!tree) {
    const kind = file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind);
    trees.set(file, tree);
  }
  const root = tree;
  const walk = (node: ts.Node): void => {
    visit(node, root.getLineAndCharacterOfPosition(node.getStart(root)).line + 1);
    ts.forEachChild(node, walk);
  };
  walk(root);
}

/** Findings at the nodes of code files for which `matches` holds. A text that it returns is shown with the finding. */
export function findNodes(files: SourceFile[], matches: (node: ts.Node) => boolean | string): Finding[] {
  return files.flatMap((file) => {
    const findings: Finding[] = [];
    eachNode(file, (node, line) => {
      const what = matches(node);
      if (what === true) findings.push({ path: file.path, line });
      else if (what) findings.push({ path: file.path, line, what });
    });
    return findings;
  });
}

/** Findings at the lines that match. */
export function findLines(files: SourceFile[], matches: (line: string, file: SourceFile) => boolean): Finding[] {
  return files.flatMap((file) =>
    file.text.split('\n').flatMap((text, index) => (matches(text, file) ? [{ path: file.path, line: index + 1 }] : [])),
  );
}

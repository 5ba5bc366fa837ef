/** Tests that a Citus cluster is excused from, by file and name, each with the reason. */
const EXCUSED: Record<string, Record<string, string>> = {};

export function reasonNotOnCitus(file: string, test: string): string | null {
  const name = Object.keys(EXCUSED).find((path) => file.endsWith(path));
  return name === undefined ? null : (EXCUSED[name]?.[test] ?? null);
}

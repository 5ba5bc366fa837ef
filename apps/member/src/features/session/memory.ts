/** Storage with the interface of the browser's, which is gone with the page. */
export function createMemory() {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => void texts.set(name, value),
    removeItem: (name: string) => void texts.delete(name),
  };
}

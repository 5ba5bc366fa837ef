import type { MARKS } from './both-words.ts';

declare global {
  interface Window {
    /** Text of an element in English. Defined only in other languages. */
    inEnglish?: (within: Node) => string;
  }
}

/** Event that a page receives before an English query. */
export const ASKED = 'tercet-asked-in-english';

/**
 * Runs in every page before its code, so it must not refer to anything outside. Removes the English from texts and
 * attributes as they appear, and shows it during one query of a journey.
 */
export function keepEnglishApart({ marks, asked: requested }: { marks: typeof MARKS; asked: string }): void {
  interface TextPair {
    own: string;
    english: string;
  }
  const texts = new WeakMap<Node, TextPair>();
  const attributes = new WeakMap<Element, Map<string, TextPair>>();
  const ATTRIBUTES = /^(aria-|title$|alt$|placeholder$|label$|content$)/;

  /** Messages can be values of others: each language of the outer one contains the same language of the inner one. */
  function apart(text: string): TextPair {
    let at = 0;
    function read(ends: string): TextPair {
      const texts = { own: '', english: '' };
      while (at < text.length) {
        const letter = text[at] ?? '';
        if (ends.includes(letter) && letter !== '') break;
        at += 1;
        if (letter !== marks.open) {
          texts.own += letter;
          texts.english += letter;
          continue;
        }
        texts.own += read(marks.between + marks.close).own;
        at += 1;
        texts.english += read(marks.close).english;
        at += 1;
      }
      return texts;
    }
    return read('');
  }

  function takeText(node: Node): void {
    const value = node.nodeValue ?? '';
    if (!value.includes(marks.open)) return;
    const english = apart(value);
    texts.set(node, english);
    node.nodeValue = english.own;
  }

  function takeAttribute(element: Element, name: string): void {
    const value = element.getAttribute(name) ?? '';
    if (!value.includes(marks.open)) return;
    const texts = apart(value);
    const known = attributes.get(element) ?? new Map<string, TextPair>();
    attributes.set(element, known.set(name, texts));
    element.setAttribute(name, texts.own);
  }

  function takeAll(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) takeText(node);
    if (!(node instanceof Element)) return;
    for (const { name } of [...node.attributes]) takeAttribute(node, name);
    for (const child of node.childNodes) takeAll(child);
  }

  new MutationObserver((changes) => {
    for (const { type, target, attributeName, addedNodes } of changes) {
      if (type === 'characterData') takeText(target);
      else if (type === 'attributes') takeAttribute(target as Element, attributeName ?? '');
      else for (const node of addedNodes) takeAll(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  let isEnglish = false;

  /** Text that has changed meanwhile belongs to the app and stays. */
  function change(from: keyof TextPair, to: keyof TextPair): void {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const english = texts.get(node);
      if (english !== undefined && node.nodeValue === english[from]) node.nodeValue = english[to];
      if (!(node instanceof Element)) continue;
      for (const [name, value] of attributes.get(node) ?? []) {
        if (ATTRIBUTES.test(name) && node.getAttribute(name) === value[from]) node.setAttribute(name, value[to]);
      }
    }
  }

  // For journeys that let the page itself watch a text.
  window.inEnglish = (within) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    let text = '';
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const english = texts.get(node);
      text += english !== undefined && node.nodeValue === english.own ? english.english : (node.nodeValue ?? '');
    }
    return text;
  };

  document.addEventListener(requested, () => {
    if (isEnglish) return;
    isEnglish = true;
    change('own', 'english');
    // After the query is answered and before painting.
    queueMicrotask(() => {
      isEnglish = false;
      change('english', 'own');
    });
  });
}

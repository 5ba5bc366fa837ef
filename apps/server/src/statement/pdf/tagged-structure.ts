/** Logical structure of a document for screen readers and other programs (tagged PDF). */
export interface Structure {
  /** Draws an element, such as `H1`, `Table`, `TR` or `TD`, inside the open one. */
  within(type: string, draw: () => void, options?: ElementOptions): void;
  /** Draws more of the open element after its siblings, because readers take texts in the order of drawing. */
  last(draw: () => void): void;
  /** Draws what is not content: lines, boxes, and page headers and footers (`Pagination`). */
  decoration(draw: () => void, type?: 'Layout' | 'Pagination'): void;
  /** Draws a line of text as content of the open element. */
  span(draw: () => void): void;
  /** Draws a part of a line, with its replacement text. */
  reading(draw: () => void, actual: string): void;
  /** True when no element is open except the document. */
  isOutside(): boolean;
  end(): void;
}

/** Adds the `scope` of a table head, which PDFKit supports and its types lack. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' };

export function createStructure(doc: PDFKit.PDFDocument, locale: string): Structure {
  const root = doc.struct('Document', { lang: locale });
  doc.addStructure(root);
  /** Null inside decoration. */
  let element: PDFKit.PDFStructureElement | null = root;
  /** Drawing that inner elements postpone to the end of the open element. */
  let postponed: (() => void)[] = [];
  let last: (() => void) | null = null;

  function within(type: string, draw: () => void, options: ElementOptions = {}): void {
    const outer = element;
    if (outer === null) {
      draw();
      return;
    }
    const inner = doc.struct(type, options);
    outer.add(inner);
    const beside = postponed;
    postponed = [];
    element = inner;
    draw();
    for (const rest of postponed) rest();
    postponed = beside;
    const rest = last;
    last = null;
    const end = () => {
      element = inner;
      rest?.();
      inner.end();
      element = outer;
    };
    if (rest === null) end();
    else postponed.push(end);
    element = outer;
  }

  function decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    const outer = element;
    if (outer === null) {
      draw();
      return;
    }
    element = null;
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
    element = outer;
  }

  return {
    within,
    last(draw) {
      last = draw;
    },
    decoration,
    span(draw) {
      if (element === null) doc.markContent('Span');
      else element.add(doc.markStructureContent('Span', {}));
      draw();
      doc.endMarkedContent();
    },
    reading(draw, actual) {
      // Readers place a replacement by the matrix and font at its end. PDFKit flips the page for each text and limits
      // both to that text. So set them around the replacement, and disable PDFKit's flip.
      const { transform } = doc;
      const { _font: font, _fontSize: size } = doc as unknown as { _font: { id: string }; _fontSize: number };
      doc.save();
      doc.transform(1, 0, 0, -1, 0, doc.page.height);
      doc.addContent(`/${font.id} ${size} Tf`);
      doc.transform = () => doc;
      doc.markContent('Span', { actual });
      draw();
      doc.endMarkedContent();
      doc.transform = transform;
      doc.restore();
    },
    isOutside: () => element === root,
    end: () => root.end(),
  };
}

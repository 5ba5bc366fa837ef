/** The structure of a document that screen readers and other programs follow (tagged PDF). */
export interface Structure {
  /** Draws an element, such as `H1`, `Table`, `TR` or `TD`, within the one that is open. */
  within(type: string, draw: () => void, options?: ElementOptions): void;
  /** Draws more of the open element once its neighbours are drawn: readers take texts in the order of their drawing. */
  last(draw: () => void): void;
  /** Draws what is no content: lines, boxes, and the heads and feet of pages (`Pagination`). */
  decoration(draw: () => void, type?: 'Layout' | 'Pagination'): void;
  /** Draws a line of text as content of the open element. */
  span(draw: () => void): void;
  /** Draws a part of a line, and says what it reads as. */
  reading(draw: () => void, actual: string): void;
  /** Whether no element but the document itself is open. */
  isOutside(): boolean;
  end(): void;
}

/** `scope` of a head of a table; PDFKit has it, and its types do not. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' };

export function createStructure(doc: PDFKit.PDFDocument, locale: string): Structure {
  const root = doc.struct('Document', { lang: locale });
  doc.addStructure(root);
  /** Null within decoration. */
  let element: PDFKit.PDFStructureElement | null = root;
  /** What elements within the open one draw at its end. */
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
      // Readers place a replacement at its end, by the matrix and the font there. PDFKit turns the page over for each
      // text, and keeps both to the text itself.
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

/** The structure of a document that screen readers and other programs follow (tagged PDF). */
export interface Structure {
  /** Draws an element, such as `H1`, `Table`, `TR` or `TD`, within the one that is open. */
  within(type: string, draw: () => void, options?: ElementOptions): void;
  /** Draws what is no content: lines, boxes, and the heads and feet of pages (`Pagination`). */
  decoration(draw: () => void, type?: 'Layout' | 'Pagination'): void;
  /** Draws a line of text as content of the open element. `actual`: what it says, where its letters do not. */
  span(draw: () => void, options: { actual?: string }): void;
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

  function within(type: string, draw: () => void, options: ElementOptions = {}): void {
    const outer = element;
    if (outer === null) {
      draw();
      return;
    }
    const inner = doc.struct(type, options);
    outer.add(inner);
    element = inner;
    draw();
    inner.end();
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
    decoration,
    span(draw, options) {
      if (element === null) doc.markContent('Span', options);
      else element.add(doc.markStructureContent('Span', options));
      draw();
      doc.endMarkedContent();
    },
    isOutside: () => element === root,
    end: () => root.end(),
  };
}

/** A piece of HTML that needs no escaping. */
export interface Html {
  html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Value = string | number | Html | readonly Html[];

/** A template for HTML text and quoted attributes. Escapes all values except pieces of HTML. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const text = parts.map((part, index) => part + (index < values.length ? written(values[index] ?? '') : ''));
  return { html: text.join('') };
}

function written(value: Value): string {
  if (typeof value === 'object') return 'html' in value ? value.html : value.map((piece) => piece.html).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

export interface PageParts {
  title: string;
  body: Html;
  script?: string;
  bodyClass?: string;
}

export function page({ title, body, script, bodyClass = '' }: PageParts): string {
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/pages/sandbox.css">
${script === undefined ? [] : html`<script type="module" src="/pages/${script}"></script>`}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.html;
}

/** Markup that was built here; everything else is text. */
export class Markup {
  constructor(readonly source: string) {}
}

type Value = Markup | string | number | false | null | undefined | readonly Markup[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Builds markup; whatever is put in is shown as text, names that others chose included. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.reduce((source, part, index) => source + render(values[index - 1]) + part));
}

function render(value: Value): string {
  if (value instanceof Markup) return value.source;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === false || value === null || value === undefined) return '';
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** Properties that change how an element looks, but neither move it over others nor load anything. */
const properties =
  /^(?:color|background-color|(?:min-|max-)?(?:width|height)|padding(?:-\w+)?|border(?:-\w+)*|font-(?:family|size|style|weight)|line-height|text-(?:align|decoration|transform)|vertical-align|white-space|list-style-type|display|flex(?:-\w+)*|gap|(?:align|justify)-(?:items|content|self)|grid-(?:template-columns|template-rows|column|row)|table-layout|overflow-wrap|accent-color|fill|stroke(?:-\w+)*)$/;

/** Values without strings, escapes, comments, negative numbers, and functions other than those of colours and variables. */
const isPlain = (value: string): boolean =>
  !/[^\w\s#%.,)-]|(?<!\w)-/.test(value.replaceAll(/\b(?:rgba?|hsla?|light-dark|repeat|minmax)\(|\bvar\(--[\w-]+/g, ''));

/** A `style` attribute without what could cover the widget: `position`, `z-index`, `transform`, negative margins, and addresses. */
export function safeStyle(style: string): string {
  const declarations = style.split(';').flatMap((declaration) => {
    const [name = '', ...rest] = declaration.split(':');
    const value = rest.join(':').trim();
    return properties.test(name.trim().toLowerCase()) && isPlain(value) ? `${name.trim()}:${value}` : [];
  });
  return declarations.join(';');
}

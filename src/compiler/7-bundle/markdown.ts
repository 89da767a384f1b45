import { marked } from 'marked';

/** Markdown of a widget as HTML. Its author's own HTML stays as it is, such as `<span data-text="output.city"></span>`. */
export const markdownToHtml = (text: string): string => marked.parse(text, { async: false, gfm: true }).trim();

import MarkdownIt from 'markdown-it';

export const probe = (): string => new MarkdownIt().render('*x* :)').trim();

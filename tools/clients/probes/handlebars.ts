import Handlebars from 'handlebars';

export const probe = (): string => Handlebars.compile('Hello {{name}}')({ name: 'Ada' });

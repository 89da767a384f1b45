import type { Declarations } from '../model/declarations.ts';
import type { ListedDeclaration } from '../model/listed-declaration.ts';

/** The items of all lists in options that are declarations of the project. */
export const listedDeclarations = ({ all }: Pick<Declarations, 'all'>): ListedDeclaration[] =>
  [...all.values()]
    .flatMap(({ options }) => (options.kind === 'object' ? options.properties : []))
    .flatMap(({ name, value }) => (value.kind === 'array' ? value.items.map((item) => ({ list: name, item })) : []))
    .flatMap(({ item, list }) => {
      const declared = item.kind === 'declaration' ? all.get(item.id) : undefined;
      return item.kind !== 'declaration' || declared === undefined
        ? []
        : [{ list, text: item.text, span: item.span, declaredIn: declared.span.file }];
    });

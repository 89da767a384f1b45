import { declaredAs } from '../../define/index.ts';
import { kebabOf } from '../../model/index.ts';

export interface DeclaredApp {
  /** As it is listed. */
  readonly item: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly id: string;
}

/** Apps of a server's options. */
export function declaredApps({ apps }: Readonly<Record<string, unknown>>): readonly DeclaredApp[] {
  return (Array.isArray(apps) ? apps : []).flatMap((item: unknown): DeclaredApp[] => {
    const options = declaredAs('app', item)?.options;
    return options === undefined ? [] : [{ item, options, id: idOf(options) }];
  });
}

function idOf({ id, name }: DeclaredApp['options']): string {
  return typeof id === 'string' && id !== '' ? id : kebabOf(typeof name === 'string' ? name : 'app');
}

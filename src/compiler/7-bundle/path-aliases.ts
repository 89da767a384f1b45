import type { Plugin } from 'rollup';
import type { PathAlias } from '../compile-types.ts';

/** Imports through `paths` of tsconfig.json, as TypeScript finds them: the longest fitting pattern, its targets in their order. */
export function pathAliases(aliases: readonly PathAlias[]): Plugin {
  return {
    name: 'service-path-aliases',
    async resolveId(source, importer) {
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      const nearest = aliases.flatMap((alias) => fitting(alias, source)).toSorted((one, other) => other.fixed - one.fixed);
      for (const target of nearest.flatMap(({ targets }) => targets)) {
        const found = await this.resolve(target, importer, { skipSelf: true });
        if (found !== null) return found;
      }
      return null;
    },
  };
}

function fitting({ pattern, targets }: PathAlias, source: string): { readonly fixed: number; readonly targets: readonly string[] }[] {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return source === pattern ? [{ fixed: Number.POSITIVE_INFINITY, targets }] : [];
  if (source.length < head.length + tail.length || !source.startsWith(head) || !source.endsWith(tail)) return [];
  const middle = source.slice(head.length, source.length - tail.length);
  return [{ fixed: head.length, targets: targets.map((target) => target.replace('*', () => middle)) }];
}

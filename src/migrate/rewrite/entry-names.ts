import { ts } from 'ts-morph';
import { walk } from '../trace/syntax.ts';
import type { EntryKind } from '../trace/traced.ts';

/** Names for the constants of a project's entries: `get-sum` → `getSumTool`. */
export class EntryNames {
  readonly #used = new Set<string>(['Server', 'Startup', 'start']);

  /** Names of a module that a constant must not take. */
  reserve(tree: ts.SourceFile): void {
    walk(tree, (node) => {
      if (ts.isIdentifier(node)) this.#used.add(node.text);
    });
  }

  take(kind: EntryKind, name: string | undefined): string {
    const words = (name ?? '').split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const [first = '', ...rest] = words;
    const camel =
      first.charAt(0).toLowerCase() + first.slice(1) + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const ending = kind.charAt(0).toUpperCase() + kind.slice(1);
    const base = /^[A-Za-z]/.test(camel) ? (camel.endsWith(ending) ? camel : camel + ending) : `entry${ending}`;
    let free = base;
    for (let number = 2; this.#used.has(free); number += 1) free = `${base}${number}`;
    this.#used.add(free);
    return free;
  }
}

import type { ParameterPlace } from '../prepared.ts';
import { createHash } from './hash.ts';

const maxLength = 64;

/**
 * Names of the arguments of one tool: those of parameters, with characters that clients of models accept. Where parameters of several places
 * have one name, or the body has it too, the first keeps it in the order path, query, header, cookie, body; the others get `__query` and so on.
 */
export class ArgumentNames {
  readonly #taken = new Set<string>();

  add(name: string, place: ParameterPlace | 'body' | 'security'): string {
    const clean = cleanArgument(name);
    let given = clean;
    for (let count = 1; this.#taken.has(given); count++) {
      const suffix = `__${place}${count === 1 ? '' : `_${count}`}`;
      given = `${clean.slice(0, maxLength - suffix.length)}${suffix}`;
    }
    this.#taken.add(given);
    return given;
  }
}

/** `$filter` is `filter`, `expand[]` is `expand`. */
function cleanArgument(name: string): string {
  if (/^[A-Za-z0-9_.-]+$/.test(name) && name.length <= maxLength) return name;
  const clean = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  if (clean === '') return `argument_${createHash(name)}`;
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 7)}_${createHash(name)}`;
}

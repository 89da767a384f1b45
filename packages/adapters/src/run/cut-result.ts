import { isRecord } from '@service/sdk/internal';
import { escapePointer, type Json } from '@service/sdk/model';

/** Part of an answer that was left out. */
export interface Cut {
  /** JSON Pointer of the list or text in `data`. */
  readonly at: string;
  /** Items of a list, or characters of a text. */
  readonly shown: number;
  readonly omitted: number;
}

export interface CutData {
  readonly data: Json | undefined;
  readonly cuts: readonly Cut[];
}

/** More parts are not cut: the rest of the data is what is too long then. */
const maxCuts = 100;

/** Data of at most `maxLength` characters of JSON: whole items are taken from the end of the longest lists, then texts are cut. */
export function cutResult(data: Json | undefined, maxLength: number): CutData {
  const cuts = new Map<string, Cut>();
  const root: Root = { data };
  for (let count = 0; count < maxCuts; count++) {
    const length = data === undefined ? 0 : JSON.stringify(root.data).length;
    if (length <= maxLength) break;
    const place = longest(root);
    if (place === undefined) break;
    const before = cuts.get(place.at)?.omitted ?? 0;
    const shown = shorten(place, maxLength - (length - place.length));
    if (shown === undefined) break;
    cuts.set(place.at, { at: place.at, shown, omitted: before + place.count - shown });
  }
  return { data: root.data, cuts: [...cuts.values()] };
}

interface Root {
  data: Json | undefined;
}

/** A list or a text inside the data. */
interface Place {
  readonly at: string;
  readonly holder: Json[] | Record<string, unknown> | Root;
  readonly key: string;
  readonly value: readonly Json[] | string;
  /** Characters of its JSON. */
  readonly length: number;
  /** Items, or characters. */
  readonly count: number;
}

/** A list of one item, and a text that is short already, cannot be cut. */
const minTextLength = 200;

function longest(root: Root): Place | undefined {
  let list: Place | undefined;
  let text: Place | undefined;
  const visit = (at: string, holder: Place['holder'], key: string): void => {
    const value: unknown = Reflect.get(holder, key);
    if (typeof value === 'string' && value.length > minTextLength && value.length > (text?.count ?? 0))
      text = { at, holder, key, value, length: value.length, count: value.length };
    if (Array.isArray(value)) {
      const items = value as Json[];
      const length = items.length > 1 ? JSON.stringify(items).length : 0;
      if (length > (list?.length ?? 0)) list = { at, holder, key, value: items, length, count: items.length };
      items.forEach((_item, index) => visit(`${at}/${index}`, items, String(index)));
    } else if (isRecord(value)) for (const name of Object.keys(value)) visit(`${at}/${escapePointer(name)}`, value, name);
  };
  visit('', root, 'data');
  return list ?? text;
}

/** @returns how much is left; undefined where nothing became shorter */
function shorten({ holder, key, value }: Place, room: number): number | undefined {
  if (typeof value === 'string') {
    const shown = Math.max(minTextLength, Math.floor(Math.min(room, value.length)) - 1);
    if (shown >= value.length) return undefined;
    Reflect.set(holder, key, `${value.slice(0, shown).replace(/[\ud800-\udbff]$/, '')}…`);
    return shown;
  }
  let left = room - 2;
  let shown = 0;
  for (const item of value) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0) break;
    shown++;
  }
  const kept = Math.max(1, shown);
  Reflect.set(holder, key, value.slice(0, kept));
  return kept;
}

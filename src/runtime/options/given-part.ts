import { isRecord } from '../std/index.ts';

/* Problems begin with the part of the value that they are about: `item 2: `, `"name" ` or `"name": `, `member `. */
const steps = /^(?:item (\d+): |("(?:[^"\\]|\\.)*"):? |([A-Za-z][\w.-]*):? (?!and ))/;

/** The part of a value that a problem is about: what a message calls given. */
export function givenPart(problem: string, value: unknown): unknown {
  const [start, item, name, member] = steps.exec(problem) ?? [];
  if (start === undefined) return value;
  const rest = problem.slice(start.length);
  if (item !== undefined) return Array.isArray(value) ? givenPart(rest, value[Number(item) - 1]) : value;
  const path = name === undefined ? (member ?? '').split('.') : [JSON.parse(name) as string];
  let part = value;
  for (const key of path) {
    if (!isRecord(part) || !Object.hasOwn(part, key)) return value;
    part = part[key];
  }
  return givenPart(rest, part);
}

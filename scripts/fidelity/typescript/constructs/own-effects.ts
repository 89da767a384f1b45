import { construct, log, noisy, type Construct } from './construct.ts';

/** A part of the project whose package.json tells bundlers that none of its modules does anything. */
const flag = JSON.stringify({ type: 'module', sideEffects: false });

const flagged = (name: string, files: Readonly<Record<string, string>>): Construct =>
  construct(`under "sideEffects": false, ${name}`, { 'package.json': flag, 'log.ts': log, ...files });

/** What TypeScript imports, runs: a flag of the project's own package.json is for those who install it. */
export const ownEffects: readonly Construct[] = [
  flagged('an import for what a module does', {
    'a.ts': noisy('a', 'export {};'),
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  flagged('a barrel of everything', {
    'a.ts': noisy('a', 'export const a = 1;'),
    'b.ts': noisy('b', 'export const b = 2;'),
    'all.ts': 'export * from "./a.js";\nexport * from "./b.js";',
    'run.ts': 'import { b } from "./all.js";\nimport { log } from "./log.js";\nexport const run = () => [b, log];',
  }),
  flagged('a barrel of names', {
    'a.ts': noisy('a', 'export const a = 1;'),
    'b.ts': noisy('b', 'export const b = 2;'),
    'all.ts': 'export { a } from "./a.js";\nexport * as b from "./b.js";\nexport const c = 3;',
    'run.ts': 'import { c } from "./all.js";\nimport { log } from "./log.js";\nexport const run = () => [c, log];',
  }),
  flagged('a barrel that nothing is taken from', {
    'a.ts': noisy('a', 'export const a = 1;'),
    'all.ts': 'export * from "./a.js";',
    'run.ts': 'import "./all.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  flagged('modules behind modules', {
    'a.ts': noisy('a', 'import "./b.js";\nexport const a = 1;'),
    'b.ts': noisy('b', 'import { c } from "./c.js";\nlog.push(c);'),
    'c.ts': noisy('c', 'export const c = "of c";'),
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  flagged('a circle of modules', {
    'a.ts': noisy('a', 'import "./b.js";\nexport const a = 1;'),
    'b.ts': noisy('b', 'import "./a.js";\nexport const b = 2;'),
    'run.ts': 'import "./b.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  flagged('a class with fields in a module that is imported alone', {
    'a.ts':
      'import { log } from "./log.js";\nclass Base { set x(_: number) { log.push("setter"); } }\n// @ts-expect-error a field over an accessor\nclass Own extends Base { x = 1; }\nlog.push(String(Object.keys(new Own())));',
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  flagged('the default of a CommonJS package', {
    'run.ts': 'import all from "common-js-compiled";\nexport const run = () => all;',
  }),
  flagged('a package without effects behind a module', {
    'a.ts': noisy('a', 'export { value } from "effect-none";'),
    'all.ts': 'export * from "./a.js";',
    'run.ts': 'import "./all.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
];

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', exports: { '.': './index.js', './*': './*' }, ...more });

/** Installed packages that constructs import, by path in `node_modules`. */
export const packages: Readonly<Record<string, string>> = {
  'constants-only/package.json': manifest('constants-only'),
  'constants-only/index.d.ts': 'export declare const enum Color { Red = "red", Blue = "blue" }\n',
  'constants-only/index.js': 'export {};\n',
  'constants-and-code/package.json': manifest('constants-and-code'),
  'constants-and-code/index.d.ts':
    'export declare const enum Color { Red = 1, Blue = 2 }\nexport declare const paint: (color: Color) => string;\n',
  'constants-and-code/index.js': 'export const paint = (color) => `painted ${color}`;\n',
  'effect-plain/package.json': manifest('effect-plain'),
  'effect-plain/index.d.ts': 'export {};\n',
  'effect-plain/index.js': 'globalThis.effectPlain = "ran";\n',
  'effect-listed/package.json': manifest('effect-listed', { sideEffects: ['./register.js'] }),
  'effect-listed/index.d.ts': 'export declare const value: number;\n',
  'effect-listed/index.js': 'export const value = 4;\n',
  'effect-listed/register.d.ts': 'export {};\n',
  'effect-listed/register.js': 'globalThis.effectListed = "ran";\n',
  'effect-none/package.json': manifest('effect-none', { sideEffects: false }),
  'effect-none/index.d.ts': 'export declare const value: number;\nexport declare const other: number;\n',
  'effect-none/index.js': 'export { value } from "./value.js";\nexport { other } from "./other.js";\n',
  'effect-none/value.js': 'export const value = 6;\n',
  'effect-none/other.js': 'export const other = 7;\n',
  'common-js/package.json': manifest('common-js', { type: 'commonjs' }),
  'common-js/index.d.ts':
    'declare namespace all { interface Shape { a: number; b: number } const a: number; const b: number; }\nexport = all;\n',
  'common-js/index.js': '"use strict";\nexports.a = 1;\nexports.b = 2;\n',
  'common-js-compiled/package.json': manifest('common-js-compiled', { type: 'commonjs' }),
  'common-js-compiled/index.d.ts': 'declare const value: { default: number; named: number };\nexport default value;\n',
  'common-js-compiled/index.js':
    '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.default = 1;\nexports.named = 2;\n',
};

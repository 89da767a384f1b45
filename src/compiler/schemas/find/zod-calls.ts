/*
 * What zod does with a function that it is given. Methods are known by name: asking the checker for the receiver's type would infer the
 * types of every schema of the project.
 */

/** Methods that take nothing but a function at this place; what the function does, only a call decides. */
const functionPlaces: Readonly<Record<string, number>> = {
  refine: 0,
  superRefine: 0,
  transform: 0,
  overwrite: 0,
  preprocess: 0,
  custom: 0,
  stringFormat: 1,
};

/** True where zod takes nothing but a function (or, for a format, a pattern). */
export const takesFunction = (method: string, location: number): boolean => functionPlaces[method] === location;

const mixed = new Set(['default', '_default', 'prefault', 'catch', 'check', 'with']);

/** True for a method that takes a function as well as a value. */
export const takesEither = (method: string): boolean => mixed.has(method);

const listed = new Set(['default', '_default', 'prefault', 'catch']);

/** True for a method that puts its value, or the result of its function, into the JSON Schema. */
export const listsValue = (method: string): boolean => listed.has(method);

const functionFields = new Set(['error', 'message', 'when', 'decode', 'encode']);

/** True for a field of an options object that may hold a function. */
export const isFunctionField = (name: string): boolean => functionFields.has(name);

/** Methods with an effect beyond their result. */
export const hasEffect = (method: string): boolean => method === 'register' || method === 'config';

/** Values of JavaScript itself that are the same on every machine and at every time. */
export const constantGlobals = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'Object',
  'Array',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Math',
  'JSON',
  'RegExp',
  'Set',
  'Map',
  'URL',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'encodeURIComponent',
  'decodeURIComponent',
  'structuredClone',
]);

/** Members of such values that differ from call to call. */
export const changingMembers = new Set(['Math.random', 'Date.now']);
/** Values that have such members. */
export const changingValues = new Set(['Math', 'Date']);

const localMembers = new Set([
  'localeCompare',
  'getFullYear',
  'getMonth',
  'getDate',
  'getDay',
  'getHours',
  'getMinutes',
  'getTimezoneOffset',
  'toDateString',
  'toTimeString',
]);

/** True for members that depend on the language or time zone of the machine. */
export const isLocal = (member: string): boolean => localMembers.has(member) || member.startsWith('toLocale');

/** A moment that no time zone moves: with an offset, or a day alone, which is one of UTC. */
export const isFixedMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d$|(?:Z|[+-]\d\d:?\d\d)$/.test(text);

/** Classes whose instances are the same wherever they are made from the same arguments. */
export const constantClasses = new Set(['RegExp', 'Set', 'Map', 'Array', 'Object', 'URL']);

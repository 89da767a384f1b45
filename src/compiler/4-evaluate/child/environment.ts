/*
 * Imported before the user's modules in the evaluating process: remembers which variables they read, because what a variable decides at
 * build may be decided otherwise where the bundle runs. The state is the process's own and ends with it.
 */
import { givenVariables } from '../../isolation/given-variables.ts';
import { noteVariable } from './effects.ts';

const variables = process.env;
const names = new Set<string>();

const given = variables[givenVariables];
delete variables[givenVariables];
if (given !== undefined) Object.assign(variables, JSON.parse(given) as Readonly<Record<string, string>>);

const note = (name: string | symbol): void => void (typeof name === 'string' && names.add(name));

process.env = new Proxy(variables, {
  get: (target, name): unknown => {
    note(name);
    return Reflect.get(target, name);
  },
  set: (target, name, value) => {
    noteVariable(name);
    return Reflect.set(target, name, value);
  },
  has: (target, name) => {
    note(name);
    return Reflect.has(target, name);
  },
});

/** What has been read so far. */
export const variablesRead = (): { readonly name: string; readonly isSet: boolean }[] =>
  [...names].map((name) => ({ name, isSet: variables[name] !== undefined }));

const cwd = process.cwd.bind(process);
const folder = { isRead: false };
process.cwd = () => {
  folder.isRead = true;
  return cwd();
};

/** True when something asked in which folder it runs, which is another one where the bundle does. */
export const isFolderRead = (): boolean => folder.isRead;

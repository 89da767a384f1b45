import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** What TypeScript's own emit of the whole program answers, run without a bundler. @throws {Error} when TypeScript refuses a construct */
export function runReference(root: string): readonly unknown[] {
  const [source, emitted] = [join(root, 'src'), join(root, 'emitted')];
  try {
    execFileSync(compiler, ['-p', 'tsconfig.emit.json', '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
  } catch (error) {
    throw new Error(`TypeScript refuses the constructs:\n${String(Reflect.get(Object(error), 'stdout'))}`, { cause: error });
  }
  // TypeScript emits no JavaScript, which stands beside declarations here.
  cpSync(source, emitted, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) });
  const module = pathToFileURL(join(emitted, 'all.js')).href;
  const script = `const { results } = await import(${JSON.stringify(module)}); console.log(JSON.stringify(await results()));`;
  return parseResults(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' }));
}

export function parseResults(text: string): readonly unknown[] {
  const results: unknown = JSON.parse(text);
  if (!Array.isArray(results)) throw new Error('the results are no list');
  return results;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { BuildResult, CompileRequest } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { activePlace, activeVariable, reachedPlace, reachedVariable } from './with-switches.ts';

type Build = (request: CompileRequest, target: Target) => Promise<BuildResult>;

/** The compiler of the copy: what was built once with all its switches is not built again, only told which of them is on. */
export const keepBuilds =
  (build: Build, folder: string): Build =>
  async (request, target) => {
    const file = join(folder, keyOf(request, target));
    const kept = existsSync(file) ? (deserialize(readFileSync(file)) as BuildResult) : undefined;
    if (kept !== undefined) return switched(kept, target);
    const result = await build(request, target);
    const { output, ...analysis } = result;
    if (output === undefined) return result;
    const { target: _, ...rest } = output;
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.${process.pid}`, serialize({ ...analysis, output: rest }));
      renameSync(`${file}.${process.pid}`, file);
    } catch {
      // What cannot be written down is built each time.
    }
    return switched(result, target);
  };

function switched(result: BuildResult, target: Target): BuildResult {
  const { output } = result;
  if (output === undefined) return result;
  const files = output.files.map((file) => ({
    ...file,
    contents:
      typeof file.contents === 'string'
        ? file.contents
            .replaceAll(activePlace, process.env[activeVariable] ?? '-1')
            .replaceAll(reachedPlace, process.env[reachedVariable] ?? '')
        : file.contents,
  }));
  return { ...result, output: { ...output, target, files } };
}

/** Of everything that a build reads and that differs between tests. */
function keyOf(request: CompileRequest, target: Target): string {
  const { root } = request;
  const given = {
    ...request,
    cache: undefined,
    signal: undefined,
    root: undefined,
    entry: relative(root, request.entry),
    target: target.name,
  };
  const hash = createHash('sha256').update(JSON.stringify(given));
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }).toSorted((a, b) => order(pathOf(a), pathOf(b)))) {
    const path = relative(root, pathOf(entry));
    if (!entry.isFile() || /^(?:node_modules|dist|\.service)(?:\/|$)/.test(path)) continue;
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

const pathOf = ({ name, parentPath }: { readonly name: string; readonly parentPath: string }): string => join(parentPath, name);
const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

import type { ImportSite, SourceFacts } from './read-imports.ts';
import {
  environmentHomes,
  nodeHomes,
  packageHomes,
  pageHomes,
  runtimeLayers,
  writeHomes,
  writingFunctions,
  zones,
  type Zone,
} from './table.ts';

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A file's imports, each with the repository path it resolves to (absent for packages and `node:`). */
export interface ResolvedImport extends ImportSite {
  readonly target?: string;
}

const inside = (path: string, home: string): boolean => path === home || path.startsWith(`${home}/`);
const insideAny = (path: string, homes: readonly string[]): boolean => homes.some((home) => inside(path, home));
const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Loads what it measures by name, a comparison of the bench among it. */
const measureTable = 'scripts/measure/rows.ts';

/** Every border that one file crosses. */
export function checkFile(file: string, facts: SourceFacts, imports: readonly ResolvedImport[]): Violation[] {
  if (inside(file, 'fixtures') && isTest(file))
    return [{ file, line: 1, message: 'only tests below test/ are run: move it to test/<area>/' }];
  if (inside(file, 'scripts') && file !== measureTable)
    return imports
      .filter(({ target }) => target !== undefined && inside(target, 'bench'))
      .map(({ line, specifier }) => ({
        file,
        line,
        message: `imports ${specifier}: not allowed because the bench uses scripts, never the reverse`,
      }));
  if (!insideAny(file, ['bin', 'src', 'packages'])) return [];
  const violations: Violation[] = [];
  const report = (line: number, what: string, why: string): void => {
    violations.push({ file, line, message: `${what}: not allowed because ${why}` });
  };
  for (const site of imports) {
    if (site.target && isTest(site.target)) report(site.line, `imports ${site.specifier}`, 'no file imports a test');
    if (isTest(file)) continue;
    const why = refusal(file, site);
    if (why) report(site.line, `imports ${site.specifier}`, why);
  }
  if (isTest(file)) return violations;
  if (inside(file, 'src') && (!insideAny(file, environmentHomes) || insideAny(file, pageHomes)) && !inside(file, 'src/templates')) {
    for (const line of facts.environmentLines)
      report(line, 'reads process.env', 'the environment enters through options/env.ts, whose source the host passes in');
  }
  if (inside(file, 'src/compiler') && !insideAny(file, writeHomes)) {
    const named = imports
      .filter((site) => /^(node:)?fs(\/promises)?$/.test(site.specifier))
      .flatMap((site) => site.names.map((name) => ({ name, line: site.line })));
    for (const use of [...named, ...facts.fsMembers]) {
      if (writingFunctions.has(use.name)) report(use.line, `uses fs ${use.name}`, 'only phase 8 writes files');
    }
  }
  return violations;
}

function refusal(file: string, site: ResolvedImport): string | undefined {
  const { specifier, target } = site;
  if (specifier.startsWith('node:') && insideAny(file, pageHomes)) return 'a page has no modules of Node';
  if (specifier.startsWith('node:'))
    return insideAny(file, nodeHomes) || inside(file, 'src/templates') ? undefined : 'node: belongs to runtime/hosts and storage drivers';
  if (target === undefined && !specifier.startsWith('@service/sdk')) return packageRefusal(file, packageName(specifier));
  if (inside(file, 'src/runtime')) return runtimeRefusal(file, target ?? specifier);
  return zoneRefusal(file, specifier, target);
}

function packageRefusal(file: string, name: string): string | undefined {
  if (inside(file, 'src/templates') || (inside(file, 'packages') && name !== 'zod')) return undefined;
  const rule = packageHomes[name];
  if (!rule) return `"${name}" has no home in scripts/borders/table.ts; add it there when it belongs`;
  return insideAny(file, rule.homes) ? undefined : rule.why;
}

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function runtimeRefusal(file: string, target: string): string | undefined {
  const own = runtimeFolder(file);
  if (!inside(target, 'src/runtime')) return 'the runtime imports nothing outside src/runtime';
  const other = runtimeFolder(target);
  if (own === undefined || own === other) return undefined;
  if (other === undefined) return 'the public index is imported from outside only';
  const ownLayer = runtimeLayers[own];
  const otherLayer = runtimeLayers[other];
  if (ownLayer === undefined || otherLayer === undefined)
    return `"${ownLayer === undefined ? own : other}" has no layer in scripts/borders/table.ts`;
  return otherLayer < ownLayer ? undefined : `layer ${ownLayer} (${own}) imports itself or a lower number, and ${other} is ${otherLayer}`;
}

/** Folder of `src/runtime`, absent for `src/runtime/index.ts`, which sees everything. */
const runtimeFolder = (path: string): string | undefined => {
  const [first, ...rest] = path.slice('src/runtime/'.length).split('/');
  return rest.length > 0 ? first : undefined;
};

function zoneRefusal(file: string, specifier: string, target: string | undefined): string | undefined {
  const zone = zoneOf(file);
  if (!zone) return undefined;
  if (target !== undefined && !specifier.startsWith('@service/') && (inside(target, zone.at) || ownPackage(file, target))) return undefined;
  const allowed = zone.may.some((entry) => {
    if (entry === '@service/sdk') return specifier === entry || specifier.startsWith(`${entry}/`);
    return entry.startsWith('@') ? specifier === entry : target !== undefined && !specifier.startsWith('@') && inside(target, entry);
  });
  return allowed ? undefined : zone.why;
}

const ownPackage = (file: string, target: string): boolean =>
  inside(file, 'packages') && target.split('/').slice(0, 2).join('/') === file.split('/').slice(0, 2).join('/');

function zoneOf(file: string): Zone | undefined {
  return zones.filter((zone) => inside(file, zone.at)).toSorted((a, b) => b.at.length - a.at.length)[0];
}

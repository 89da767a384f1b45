import { ts } from 'ts-morph';
import type { ClassifiedStatement } from './classify.ts';

export interface LiveModule {
  readonly file: string;
  readonly links: ReadonlyMap<string, string>;
  readonly statements: readonly ClassifiedStatement[];
}

/** Statements that the migrated server needs, by module file: those that its entries reach, and effects on what they reach. */
export function liveStatements(modules: readonly LiveModule[]): ReadonlyMap<string, ReadonlySet<ClassifiedStatement>> {
  const live = new Map(modules.map(({ file }) => [file, new Set<ClassifiedStatement>()]));
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const keep = (module: LiveModule, statement: ClassifiedStatement): void => {
    const kept = live.get(module.file);
    if (kept === undefined || kept.has(statement) || statement.use === 'transport' || statement.use === 'server-object') return;
    kept.add(statement);
    for (const name of statement.mentions) need(module, name);
    if (ts.isExportDeclaration(statement.node)) followExport(module, statement.node);
  };
  const need = (module: LiveModule, name: string): void => {
    for (const statement of module.statements) {
      if (statement.declares.includes(name)) keep(module, statement);
      const origin = statement.use === 'import' ? importOf(statement.node, name) : undefined;
      const target = origin === undefined ? undefined : byFile.get(module.links.get(origin.specifier) ?? '');
      if (origin !== undefined && target !== undefined) enter(target, origin.name);
    }
  };
  const enter = (module: LiveModule, name: string): void => {
    for (const statement of module.statements) if (statement.use === 'root') keep(module, statement);
    if (name === '*') for (const statement of module.statements) keepIfExported(module, statement);
    else need(module, name);
  };
  const keepIfExported = (module: LiveModule, statement: ClassifiedStatement): void => {
    if (statement.use === 'declaration' && ts.canHaveModifiers(statement.node) && ts.getModifiers(statement.node)?.length !== 0)
      keep(module, statement);
  };
  const followExport = (module: LiveModule, node: ts.ExportDeclaration): void => {
    const from = node.moduleSpecifier;
    const target = from !== undefined && ts.isStringLiteral(from) ? byFile.get(module.links.get(from.text) ?? '') : undefined;
    if (target !== undefined) enter(target, '*');
  };
  for (const module of modules)
    for (const statement of module.statements) if (statement.use === 'root' && statement.from.role !== 'source') keep(module, statement);
  for (let found = true; found;) {
    found = false;
    for (const module of modules)
      for (const statement of module.statements) {
        if (statement.use !== 'effect' || live.get(module.file)?.has(statement) === true) continue;
        if (!actsOnLive(module, statement, live.get(module.file) ?? new Set())) continue;
        keep(module, statement);
        found = true;
      }
  }
  return live;
}

/** An effect on nothing of the module (`dotenv.config()`) counts where the module counts. */
function actsOnLive(module: LiveModule, { mentions }: ClassifiedStatement, live: ReadonlySet<ClassifiedStatement>): boolean {
  const own = module.statements.filter(({ declares }) => declares.some((name) => mentions.has(name)));
  return own.length === 0 ? live.size > 0 : own.some((statement) => live.has(statement));
}

/** What a name of an import stands for. */
function importOf(node: ts.Statement, name: string): { readonly specifier: string; readonly name: string } | undefined {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const specifier = node.moduleSpecifier.text;
  const { importClause: clause } = node;
  if (clause?.name?.text === name) return { specifier, name: 'default' };
  const named = clause?.namedBindings;
  if (named === undefined) return undefined;
  if (ts.isNamespaceImport(named)) return named.name.text === name ? { specifier, name: '*' } : undefined;
  const element = named.elements.find((candidate) => candidate.name.text === name);
  return element === undefined ? undefined : { specifier, name: (element.propertyName ?? element.name).text };
}
